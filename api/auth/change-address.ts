import type { Session } from '#database/database.ts';
import { type Account, findAccount, updateAccount } from './accounts.ts';
import { note } from './audit.ts';
import { takeEmail, takePhone, tellOfEmail } from './confirm.ts';
import type { Auth, Exchange } from './context.ts';
import { type Challenge, rememberChallenge } from './flows.ts';
import { askForLetter } from './letters/ask-for-letter.ts';
import { notify } from './letters/notices.ts';
import { dropTokens } from './letters/one-time-tokens.ts';
import { awaited } from './letters/write-letter.ts';
import { wantedRedirect } from './redirects.ts';

/**
 * Whether a new address takes effect at once: only where addresses are not confirmed, and only if the current one has
 * not been proved. A proved mailbox always has to agree first.
 */
export function changesAtOnce({ settings }: Pick<Auth, 'settings'>, account: Account): boolean {
  return settings.confirmation === 'automatic' && !account.email_proved_at;
}

export async function changeEmail(
  exchange: Exchange,
  session: Session,
  account: Account,
  next: string,
) {
  await dropTokens(session, account.id, ['email_change_token_current', 'email_change_token_new']);
  await takeEmail(session, account, next);
  await tellOfEmail(exchange, session, account, next);
}

export async function changePhone(
  exchange: Exchange,
  session: Session,
  account: Account,
  next: string,
) {
  await dropTokens(session, account.id, ['phone_change_token']);
  await takePhone(session, account, next);
  await note(session, exchange.client, account, 'user_modified', { changed: 'phone' });
}

/** Asks both mailboxes. If the new address is taken, its owner is told and nothing changes. */
export async function askToChangeEmail(
  auth: Auth,
  exchange: Exchange,
  session: Session,
  account: Account,
  next: string,
  body: Challenge,
) {
  const owner = await findAccount(session, 'email', next);
  // An unconfirmed address may be a typo, so nobody there could agree.
  const hasOld = Boolean(account.email && account.email_confirmed_at);
  await dropTokens(session, account.id, ['email_change_token_current', 'email_change_token_new']);
  await updateAccount(session, account.id, {
    email_change: next,
    email_change_sent_at: new Date(),
    email_change_token_current: hasOld ? awaited : '',
    email_change_token_new: awaited,
  });
  await note(session, exchange.client, account, 'user_modified', { asked: 'email' });
  const redirectTo = wantedRedirect(auth, exchange);
  const flowId = await rememberChallenge(session, body, 'email_change', {
    browser_of: account.id,
  });
  const recipient = { userId: account.id };
  const more = { redirectTo, flowId };
  if (hasOld) {
    await askForLetter(exchange, session, 'email_change_current', recipient, more);
  }
  if (owner) await notify(exchange, session, owner, 'address-taken');
  else await askForLetter(exchange, session, 'email_change_new', recipient, more);
}

/**
 * Cancels changes that wait for a link or a code: they may come from somebody whom a new password or a first second
 * factor is meant to keep out.
 */
export async function dropChanges(session: Session, id: string) {
  await dropTokens(session, id, [
    'email_change_token_current',
    'email_change_token_new',
    'phone_change_token',
  ]);
  await updateAccount(session, id, {
    email_change: '',
    email_change_token_current: '',
    email_change_token_new: '',
    phone_change: '',
  });
}

export async function askToChangePhone(
  exchange: Exchange,
  session: Session,
  account: Account,
  next: string,
) {
  await updateAccount(session, account.id, {
    phone_change: next,
    phone_change_sent_at: new Date(),
  });
  await note(session, exchange.client, account, 'user_modified', { asked: 'phone' });
  await askForLetter(exchange, session, 'phone_change', { userId: account.id });
}
