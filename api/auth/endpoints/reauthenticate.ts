import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, updateAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import type { Auth, Exchange } from '../context.ts';
import { askForLetter } from '../letters/ask-for-letter.ts';
import { findByCode, spend } from '../letters/one-time-tokens.ts';
import { requireSms } from '../letters/require-sms.ts';
import { json } from '../respond.ts';
import { requireSession } from '../sessions/require-session.ts';

/** GET /reauthenticate: sends a code to the mailbox, which changing the password may require. */
export async function reauthenticate(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account } = await requireSession(auth, exchange);
  const address = account.email ?? account.phone;
  if (!address) {
    throw new ApiError(
      'validation_failed',
      'Reauthentication requires the user to have an email or a phone number',
    );
  }
  if (!account.email) requireSms(auth.settings);
  await auth.limits.takeLetter(exchange.client, address);
  await auth.database.asService.transaction(async (session) => {
    await updateAccount(session, account.id, { reauthentication_sent_at: new Date() });
    await note(session, exchange.client, account, 'user_reauthenticate_requested');
    await askForLetter(exchange, session, 'reauthentication', { userId: account.id });
  });
  return json({});
}

/** Checks the code of a reauthentication. Returns a function that marks it as used, within a transaction. */
export async function checkNonce(
  { database, limits, pepper }: Auth,
  account: Account,
  nonce: string,
): Promise<(session: Session) => Promise<void>> {
  const address = account.email ?? account.phone ?? '';
  const token = await limits.attempt([['codeOfPerson', account.id]], () =>
    findByCode(database, pepper, address, nonce, ['reauthentication_token']),
  );
  if (token?.user_id !== account.id) throw new ApiError('reauthentication_not_valid');
  return async (session) => {
    if (!(await spend(session, token))) throw new ApiError('reauthentication_not_valid');
    // Typed in the account's own session, so it proves the mailbox and clears nothing.
    const column = token.relates_to === account.email ? 'email_proved_at' : 'phone_proved_at';
    if (!account[column]) await updateAccount(session, account.id, { [column]: new Date() });
  };
}
