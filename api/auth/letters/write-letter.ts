import type { Session } from '#database/database.ts';
import { type Account, findAccount, updateAccount } from '../accounts.ts';
import { type Action, note } from '../audit.ts';
import type { Auth } from '../context.ts';
import { createAccount } from '../create-account.ts';
import { isSignUpOpen } from '../open-sign-up.ts';
import type { LetterKind, LetterOrder } from '../tasks.ts';
import { issueOneTimeToken, type OneTimeTokenType } from './one-time-tokens.ts';

/** What is sent: to a mailbox, or to a phone if `to` is a number. */
type Letter = { to: string; kind: LetterKind; link: string; code: string };

/** Creates the link and code at the time of sending; undefined if the letter is no longer wanted. */
export async function writeLetter(
  { database, pepper }: Pick<Auth, 'database' | 'pepper'>,
  order: LetterOrder,
): Promise<Letter | undefined> {
  const { kind, flowId } = order;
  return database.asService.transaction(async (session) => {
    const account = await findRecipient(session, order);
    const to = account && addressFor[kind](account);
    if (!account || !to) return undefined;
    const { token, code } = await issueOneTimeToken(session, pepper, {
      userId: account.id,
      type: tokenTypes[kind],
      relatesTo: to,
      flowId,
    });
    await noteRequest(session, order, account);
    return { to, kind, code, link: linkFor(order, token) };
  });
}

export const tokenTypes: Record<LetterKind, OneTimeTokenType> = {
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
  reauthentication: 'reauthentication_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
  phone_change: 'phone_change_token',
};

/** Stored in the account while one side of an email change has not confirmed. */
export const awaited = 'awaited';

const ownAddress = ({ email, phone }: Account) => email ?? phone;

/** Where each letter goes; nowhere if there is nothing left to confirm. */
const addressFor: Record<LetterKind, (account: Account) => string | null | undefined | false> = {
  // A setting or the secret key may have confirmed an address whose mailbox nobody has proved.
  signup: (account) =>
    (!account.confirmed_at || (account.email && !account.email_proved_at)) && ownAddress(account),
  invite: ownAddress,
  magiclink: ownAddress,
  recovery: ownAddress,
  reauthentication: ownAddress,
  email_change_current: (account) =>
    account.email_change_token_current === awaited && account.email_change && account.email,
  email_change_new: (account) => account.email_change_token_new === awaited && account.email_change,
  phone_change: (account) => account.phone_change,
};

async function findRecipient(
  session: Session,
  { recipient, createWith }: LetterOrder,
): Promise<Account | undefined> {
  if ('userId' in recipient) return findAccount(session, 'id', recipient.userId);
  const { address } = recipient;
  const way = address.includes('@') ? 'email' : 'phone';
  const known = await findAccount(session, way, address);
  if (known || !createWith) return known;
  // Sign-up was closed after the letter was requested.
  if (!(await isSignUpOpen({ isSignUpOpen: true }, session))) return undefined;
  const made = await createAccount(session, { [way]: address, userMetadata: createWith });
  return made ?? findAccount(session, way, address);
}

const requests: Partial<Record<LetterKind, [Action, 'recovery_sent_at' | 'confirmation_sent_at']>> =
  {
    signup: ['user_confirmation_requested', 'confirmation_sent_at'],
    magiclink: ['user_recovery_requested', 'recovery_sent_at'],
    recovery: ['user_recovery_requested', 'recovery_sent_at'],
  };

async function noteRequest(session: Session, { kind, client }: LetterOrder, account: Account) {
  const request = requests[kind];
  if (!request) return;
  const [action, column] = request;
  await updateAccount(session, account.id, { [column]: new Date() });
  await note(session, client, account, action, { kind });
}

export function linkFor(
  { siteUrl, kind, redirectTo }: Pick<LetterOrder, 'siteUrl' | 'kind' | 'redirectTo'>,
  token: string,
): string {
  const type = kind.startsWith('email_change') ? 'email_change' : kind;
  const query = new URLSearchParams({ token, type });
  return `${siteUrl}/auth/v1/verify?${query}&redirect_to=${readable(redirectTo)}`;
}

/** Left readable like in Supabase Auth, unless part of the address could be mistaken for part of the link. */
function readable(address: string): string {
  return /^[\w:/.~-]*$/.test(address) ? address : encodeURIComponent(address);
}
