import { z } from 'zod';
import { type OwnPage, staffHome } from '#domain/staff/staff.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { sha256 } from '../secrets.ts';

const schema = z.object({ path: z.string().max(2_000), token: z.string().max(100).default('') });

/**
 * Whether the person has a page at an address that does not exist for others: the not-found page asks. Somebody with
 * a role, or an invitation to one, gets the script that fills the page, and what their rights still wait for.
 */
export const ownPages: ServerFunction = async (
  functions,
  { request, caller },
): Promise<OwnPage> => {
  if (typeof caller.claims.sub !== 'string') throw new ApiError('no_authorization');
  const { path, token } = await readBody(request, schema);
  const { rows } = await functions.database.askAs<
    Pick<OwnPage, 'role' | 'needs'> & { has_factor: boolean }
  >(
    caller,
    {
      name: 'staff-own-page',
      text: 'select role, needs, has_factor from staff.own_page($1)',
      values: [sha256(token)],
    },
    { readOnly: true },
  );
  const [own] = rows;
  const isTheirs = path === staffHome || path.startsWith(`${staffHome}/`);
  if (!own || !isTheirs) return {};
  return {
    ...(functions.ownPageScript && { script: functions.ownPageScript }),
    role: own.role,
    ...(own.needs && { needs: own.needs }),
    hasFactor: own.has_factor,
  };
};
