import { z } from 'zod';
import type { WaitingCredential } from '#domain/credentials/credentials.ts';
import { clientOf } from '../../client.ts';
import { ApiError } from '../../errors.ts';
import { readBody, type ServerFunction } from '../../functions/context.ts';
import { sha256 } from '../../secrets.ts';

const bodySchema = z.object({
  token: z.string().min(1).max(200),
  /** "That is not me"; if missing, the answer only describes what is waiting. */
  isNotMe: z.boolean().optional(),
});

/**
 * The link in an email shows the credentials waiting for its address. It reveals nothing that the email did not say, and
 * claims nothing.
 */
export const claimByLink: ServerFunction = async ({ database, limits }, { request }) => {
  const { token, isNotMe } = await readBody(request, bodySchema);
  await limits.take('renewal', clientOf(request).counted);
  const { rows } = await database.asService.query<{
    claim: { email: string; waiting: WaitingCredential[] } | null;
  }>({ text: 'select register.read_claim($1) as claim', values: [sha256(token)] });
  const claim = rows[0]?.claim;
  if (!claim) throw new ApiError('not_found', 'This link is no longer valid.');
  if (isNotMe) {
    await database.asService.query({
      text: 'select register.disown_by_link($1)',
      values: [sha256(token)],
    });
  }
  return { ...claim, is_refused: isNotMe === true };
};
