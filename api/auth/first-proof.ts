import type { Session } from '#database/database.ts';
import { ApiError } from '../errors.ts';
import { type Account, findAccount, updateAccount } from './accounts.ts';
import { note } from './audit.ts';
import type { Auth, Exchange } from './context.ts';
import type { BrowserFacts, Flow } from './flows.ts';
import { notify } from './letters/notices.ts';
import type { OneTimeToken } from './letters/one-time-tokens.ts';
import { passwordTries } from './passwords.ts';
import { noteProviders } from './providers/note-providers.ts';
import { findSession } from './sessions/sessions.ts';

/**
 * What comes with a proof that somebody reads a mailbox. Anybody can sign up with anybody's address, so the first
 * proof clears what was set before, unless one of these shows that it was the same person.
 */
export type Showing = {
  /** The stored hash of the account's password, if that password was sent with the proof. */
  passwordHash?: string | undefined;
  /** For a PKCE link: its verifier comes later, and restores what has been cleared until then. */
  flowId?: string | undefined;
};

/** Whether this token is the first to prove its address. */
export function isFirstProof(account: Account, { token_type, relates_to }: OneTimeToken): boolean {
  if (token_type === 'email_change_token_new') return true;
  if (token_type !== 'confirmation_token' && token_type !== 'recovery_token') return false;
  // The number was added by the person who proved the mailbox.
  return !account.email_proved_at && (relates_to === account.email || !account.phone_proved_at);
}

/** Checks a password that was sent with a proof. A wrong one is reported, and nothing changes. */
export async function checkTypedPassword(
  auth: Auth,
  { client }: Pick<Exchange, 'client'>,
  token: OneTimeToken,
  password: string | undefined,
): Promise<string | undefined> {
  if (!password) return undefined;
  const account = await findAccount(auth.database.asService, 'id', token.user_id);
  const stored = account?.encrypted_password;
  if (!stored || !isFirstProof(account, token)) return undefined;
  const isRight = await auth.limits.attempt(
    passwordTries(account.email ?? account.phone ?? '', client),
    async () => (await auth.passwords.verify(stored, password)) || undefined,
  );
  if (!isRight) throw new ApiError('invalid_credentials', 'This is not the account’s password.');
  return stored;
}

/** Whether the browser or person that created the account is present. */
export async function isShown(
  session: Session,
  { caller }: Pick<Exchange, 'caller'>,
  account: Account,
  { passwordHash }: Showing,
): Promise<boolean> {
  if (passwordHash && passwordHash === account.encrypted_password) return true;
  const { sub, session_id: sessionId } = caller.claims;
  if (sub !== account.id || typeof sessionId !== 'string') return false;
  const open = await findSession(session, sessionId);
  return open?.user_id === account.id;
}

/**
 * The account that the requesting browser is signed in to. It is stored with the flow because the proof ends that
 * session, which the browser may notice before it returns with its code.
 */
export async function askedFrom(
  session: Session,
  { caller }: Pick<Exchange, 'caller'>,
): Promise<BrowserFacts> {
  const { session_id: sessionId } = caller.claims;
  if (typeof sessionId !== 'string') return {};
  return { browser_of: (await findSession(session, sessionId))?.user_id };
}

/** Records that the address is proved. The account must be locked, and the address already be its own. */
export async function noteProof(
  exchange: Pick<Exchange, 'caller' | 'client' | 'siteUrl'>,
  session: Session,
  account: Account,
  kind: 'email' | 'phone',
  showing: Showing,
) {
  const column = `${kind}_proved_at` as const;
  if (account[column]) return;
  // The number was added by the person who proved the mailbox.
  const isOwned = kind === 'phone' && account.email_proved_at !== null;
  if (!isOwned && !(await isShown(session, exchange, account, showing))) {
    await clear(exchange, session, account, kind, showing.flowId);
  }
  await updateAccount(session, account.id, { [column]: new Date() });
}

async function clear(
  exchange: Pick<Exchange, 'client' | 'siteUrl'>,
  session: Session,
  account: Account,
  kind: 'email' | 'phone',
  flowId: string | undefined,
) {
  const { rows } = await session.query<{ was_cleared: boolean }>({
    text: 'select auth.clear_account($1, $2, $3) as was_cleared',
    values: [account.id, kind, flowId ?? null],
  });
  await noteProviders(session, account.id);
  if (!rows[0]?.was_cleared) return;
  await note(session, exchange.client, account, 'user_cleared', { proved: kind });
  // With PKCE this is not decided yet: it may turn out to be the right browser.
  if (!flowId) await notify(exchange, session, account, 'account-cleared');
}

/** The link of a new mailbox was opened: the address is proved once the browser of the flow redeems the code. */
export async function leaveToBrowser(
  session: Session,
  { email }: Account,
  flowId: string | undefined,
) {
  await session.query({
    text: 'update auth.flow_state set proves_email = $2 where id = $1',
    values: [flowId, email],
  });
}

/**
 * The browser of the flow redeems its code. If it created the account, everything is restored as it was before the
 * link; if it tried to sign up with its own password, that becomes the password. If it asked for a new address, that
 * is proved.
 */
export async function settleByBrowser(
  exchange: Exchange,
  session: Session,
  account: Account,
  flow: Flow,
) {
  const isOwner = flow.browser_of === account.id;
  const proves = flow.proves_email !== null && flow.proves_email === account.email;
  if (isOwner && proves && !account.email_proved_at) {
    await updateAccount(session, account.id, { email_proved_at: new Date() });
  }
  if (!account.cleared_at) return;
  const { sub, session_id: sessionId } = exchange.caller.claims;
  const { rows } = await session.query<{ is_back: boolean }>({
    text: 'select auth.bring_back($1, $2, $3, $4) as is_back',
    values: [account.id, flow.id, isOwner, sub === account.id ? (sessionId ?? null) : null],
  });
  if (rows[0]?.is_back) {
    await noteProviders(session, account.id);
    await note(session, exchange.client, account, 'user_brought_back');
  } else if (flow.typed_password) {
    await updateAccount(session, account.id, { encrypted_password: flow.typed_password });
  } else {
    await notify(exchange, session, account, 'account-cleared');
  }
}
