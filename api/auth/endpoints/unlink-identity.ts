import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, asOfNow, describeAccount, findAccount, updateAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import type { Auth, Exchange } from '../context.ts';
import { notify } from '../letters/notices.ts';
import { noteProviders } from '../providers/note-providers.ts';
import { requireLinking } from '../providers/require-linking.ts';
import { json } from '../respond.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { requireFullSession, requireStillOpen } from '../sessions/require-session.ts';

/** DELETE /user/identities/{id} */
export async function unlinkIdentity(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account: owner, session: open } = await requireFullSession(auth, exchange);
  requireLinking(auth);
  if (!z.guid().safeParse(exchange.params.id).success) {
    throw new ApiError('validation_failed', 'identity_id must be an UUID', undefined, {
      status: 404,
    });
  }
  await requireRecentSignIn(auth, owner, open);
  return auth.database.asService.transaction(async (session) => {
    // Read again under the lock: two concurrent requests could otherwise remove both of the last two.
    await requireStillOpen(session, open);
    const account = (await findAccount(session, 'id', owner.id)) ?? owner;
    const identity = account.identities.find(
      ({ identity_id }) => identity_id === exchange.params.id,
    );
    if (account.identities.length <= 1) throw new ApiError('single_identity_not_deletable');
    if (!identity) throw new ApiError('identity_not_found');
    await session.query({
      text: 'delete from auth.identities where id = $1 and user_id = $2',
      values: [identity.identity_id, account.id],
    });
    if (identity.provider === 'email') await giveUpPassword(session, account);
    await noteProviders(session, account.id);
    await note(session, exchange.client, account, 'identity_unlinked', {
      provider: identity.provider,
    });
    await notify(exchange, session, account, 'identity-unlinked', identity.provider);
    return json(describeAccount(await asOfNow(session, account)));
  });
}

/** Without the email identity there is no password; the address then belongs to another identity. */
async function giveUpPassword(session: Session, account: Account) {
  const next = account.identities.find(
    ({ provider, identity_data }) => provider !== 'email' && identity_data.email_verified === true,
  )?.email;
  const owner = next ? await findAccount(session, 'email', next) : undefined;
  if (!next || (owner && owner.id !== account.id)) {
    throw new ApiError('email_conflict_identity_not_deletable');
  }
  await updateAccount(session, account.id, {
    email: next,
    email_proved_at: new Date(), // on its provider's word
    encrypted_password: null,
  });
}
