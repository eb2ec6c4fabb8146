import { z } from 'zod';
import { clientOf } from '../client.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { sha256 } from '../secrets.ts';

const bodySchema = z.object({
  token: z.string().min(1).max(200),
  /** If missing, the answer only describes the application. */
  act: z.enum(['confirm', 'withdraw', 'delete', 'quiet']).optional(),
});

/** The link in an email shows one application, and lets its reader confirm, withdraw or delete it. */
export const applicationByLink: ServerFunction = async ({ database, limits }, { request }) => {
  const { token, act } = await readBody(request, bodySchema);
  await limits.take('renewal', clientOf(request).counted);
  const { rows } = await database.asService.query<{ found: object | null }>({
    text: 'select private.application_by_link($1, $2) as found',
    values: [sha256(token), act ?? null],
  });
  const found = rows[0]?.found;
  if (!found) throw new ApiError('not_found', 'This link is no longer valid.');
  return found;
};
