import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { parseBody, type ServerFunction } from '../functions/context.ts';
import { sha256 } from '../secrets.ts';
import { refusalOfStaff } from './refusals.ts';

const schema = z.object({ token: z.string().min(1).max(100) });

/**
 * Accepts a role through the link in an email, signed in with the account of that address. Anybody else gets the answer
 * of a function that does not exist.
 */
export const accept: ServerFunction = async ({ database }, { request, caller }) => {
  const text = await request.text();
  if (typeof caller.claims.sub !== 'string') throw new ApiError('not_found');
  const token = tokenIn(text);
  return database
    .asCaller(caller, async (session) => {
      const { rows } = await session.query<{ role: string }>({
        text: 'select staff.accept_invitation($1) as role',
        values: [sha256(token)],
      });
      return rows[0];
    })
    .catch((error: unknown) => {
      throw refusalOfStaff(error) ?? error;
    });
};

function tokenIn(text: string): string {
  try {
    return parseBody(text, schema).token;
  } catch {
    return '';
  }
}
