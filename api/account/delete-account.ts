import type { Session } from '#database/database.ts';
import { onceMore } from '#database/once-more.ts';
import { deletionSchema } from '#domain/account/account.ts';
import type { Account } from '../auth/accounts.ts';
import { note } from '../auth/audit.ts';
import { notify } from '../auth/letters/notices.ts';
import { requireFullSession } from '../auth/sessions/require-session.ts';
import { clientOf } from '../client.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { requireNewSignIn } from './require-new-sign-in.ts';

/**
 * Deletes the caller's account and, through foreign keys, everything that belongs to it: job posts, profile,
 * messages, sessions. It requires a recent sign-in, and explicit consent if a membership would renew: the database
 * cancels it when its row is deleted.
 */
export const deleteAccount: ServerFunction = async (functions, { request, caller, siteUrl }) => {
  const { account, session: open } = await requireFullSession(functions, { caller });
  const { membership, credentials } = await readBody(request, deletionSchema);
  const work = async (session: Session) => {
    if (!(await claimDeletion(session, account))) return { deleted: true };
    await requireNewSignIn(session, account, open);
    await requireAnotherOwner(session, account);
    if (membership !== 'cancel') await requireNoMembership(session, account);
    if (credentials === 'erase') {
      await session.query({ text: 'select register.erase_of($1)', values: [account.id] });
    }
    await session.query({ text: 'select private.delete_account($1)', values: [account.id] });
    // Records that a deletion happened and the account's id, but not who it was.
    const nobody = { id: account.id, email: null, phone: null };
    const client = clientOf(request);
    await note(session, client, nobody, 'user_deleted', { by: 'self' });
    // Queued after the deletion, which also removes everything queued for that address.
    await notify({ client, siteUrl }, session, account, 'account-deleted');
    return { deleted: true };
  };
  return onceMore(() => functions.database.asService.transaction(work));
};

/** Of several concurrent requests, only the first deletes the account and sends the notice. */
async function claimDeletion(session: Session, { id }: Account): Promise<boolean> {
  await session.query({
    text: `select pg_advisory_xact_lock(hashtextextended('end of ' || $1, 0))`,
    values: [id],
  });
  const { rowCount } = await session.query({
    text: 'select from private.accounts where id = $1',
    values: [id],
  });
  return rowCount > 0;
}

/** The rest of a paid period is lost with the account, so the person must confirm that they know. */
async function requireNoMembership(session: Session, { id }: Account) {
  const { rowCount } = await session.query({
    text: `select from public.subscriptions where user_id = $1 and not cancel_at_period_end
      and status in ('active', 'trialing', 'past_due', 'unpaid') for share`,
    values: [id],
  });
  if (rowCount > 0) {
    throw new ApiError(
      'membership_running',
      'Your membership is running. Agree that it is cancelled together with your account.',
    );
  }
}

/** A site without an owner could not be administered. SQL refuses it too. */
async function requireAnotherOwner(session: Session, { id }: Account) {
  const { rows } = await session.query<{ is_last: boolean }>({
    text: 'select private.is_last_owner($1) as is_last',
    values: [id],
  });
  if (rows[0]?.is_last) throw new ApiError('last_owner');
}

export async function forgetInLog(session: Session, { id }: Account) {
  await session.query({ text: 'select private.forget_in_history($1)', values: [id] });
}
