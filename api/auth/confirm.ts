import type { Session } from '#database/database.ts';
import { ApiError } from '../errors.ts';
import { type Account, findAccount, lockAccount, updateAccount } from './accounts.ts';
import { note } from './audit.ts';
import type { Exchange } from './context.ts';
import { isShown, leaveToBrowser, noteProof, type Showing } from './first-proof.ts';
import { askForLetter } from './letters/ask-for-letter.ts';
import { notify } from './letters/notices.ts';
import { type OneTimeToken, type OneTimeTokenType, spend } from './letters/one-time-tokens.ts';
import { awaited } from './letters/write-letter.ts';

export const verifyTypes = [
  'signup',
  'invite',
  'recovery',
  'magiclink',
  'email',
  'email_change',
  'sms',
  'phone_change',
] as const;
export type VerifyType = (typeof verifyTypes)[number];

/** Which one-time tokens each type of verification accepts. */
export const tokensFor: Record<VerifyType, readonly OneTimeTokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token', 'confirmation_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
  sms: ['confirmation_token', 'recovery_token'],
  phone_change: ['phone_change_token'],
};

/**
 * Stored in the account once a mailbox has agreed; for the new one, only once the person has also shown who they are.
 */
const proved = 'proved';

export type Confirmation = { account: Account; isComplete: boolean };

/** Uses up the token and records what it proves: that its bearer reads this mailbox or has this phone. */
export async function confirm(
  exchange: Exchange,
  session: Session,
  token: OneTimeToken,
  showing: Showing = {},
): Promise<Confirmation> {
  await lockAccount(session, token.user_id);
  if (!(await spend(session, token))) throw new ApiError('otp_expired');
  const account = await findAccount(session, 'id', token.user_id);
  if (!account) throw new ApiError('otp_expired');
  if (account.is_banned) throw new ApiError('user_banned', undefined, undefined, { status: 403 });
  const isComplete = await apply(exchange, session, token, account, showing);
  const now = await findAccount(session, 'id', account.id);
  return { account: now ?? account, isComplete };
}

async function apply(
  exchange: Exchange,
  session: Session,
  token: OneTimeToken,
  account: Account,
  showing: Showing,
): Promise<boolean> {
  switch (token.token_type) {
    case 'email_change_token_current':
    case 'email_change_token_new':
      return confirmEmailChange(exchange, session, token, account, showing);
    case 'phone_change_token':
      await changePhone(session, exchange, token, account);
      return true;
    case 'reauthentication_token':
      throw new ApiError('otp_expired');
    default:
      await confirmAddress(exchange, session, token, account, showing);
      return true;
  }
}

async function confirmAddress(
  exchange: Exchange,
  session: Session,
  token: OneTimeToken,
  account: Account,
  showing: Showing,
) {
  const address = token.relates_to;
  const kind = address === account.email ? 'email' : 'phone';
  if (address !== account[kind]) throw new ApiError('otp_expired'); // the address has changed since
  await markVerified(session, account.id, kind, address);
  await noteProof(exchange, session, account, kind, showing);
}

/** Both mailboxes must agree; an account without an address only needs the new one to. */
async function confirmEmailChange(
  exchange: Exchange,
  session: Session,
  token: OneTimeToken,
  account: Account,
  showing: Showing,
): Promise<boolean> {
  const isNew = token.token_type === 'email_change_token_new';
  const next = account.email_change;
  if (!next || token.relates_to !== (isNew ? next : account.email)) {
    throw new ApiError('otp_expired');
  }
  // The old address was unconfirmed when the change was requested, so it was not asked. Now it must agree too.
  const isUnasked = isNew && !account.email_change_token_current && account.email_confirmed_at;
  const stillAwaited = isNew
    ? account.email_change_token_current === awaited || isUnasked
    : account.email_change_token_new === awaited;
  if (stillAwaited) {
    const isProved = !isNew || (await isShown(session, exchange, account, showing));
    await updateAccount(session, account.id, {
      [isNew ? 'email_change_token_new' : 'email_change_token_current']: isProved ? proved : '',
      ...(isUnasked ? { email_change_token_current: awaited } : {}),
    });
    if (isUnasked) {
      await askForLetter(exchange, session, 'email_change_current', { userId: account.id });
    }
    return false;
  }
  await takeEmail(session, account, next);
  await noteNewAddress(exchange, session, account, isNew, showing);
  await tellOfEmail(exchange, session, account, next);
  return true;
}

/** From here on, the address belongs to this account. Whether it is proved is a separate question. */
export async function takeEmail(session: Session, account: Account, next: string) {
  const owner = await findAccount(session, 'email', next);
  if (owner && owner.id !== account.id) throw new ApiError('email_exists');
  await updateAccount(session, account.id, {
    email: next,
    email_change: '',
    email_change_token_new: '',
    email_change_token_current: '',
    is_anonymous: false,
  });
  await markVerified(session, account.id, 'email', next);
}

export async function tellOfEmail(
  exchange: Pick<Exchange, 'client' | 'siteUrl'>,
  session: Session,
  before: Account,
  next: string,
) {
  await note(session, exchange.client, before, 'user_email_changed');
  await notify(exchange, session, before, 'email-changed', next);
}

export async function takePhone(session: Session, account: Account, next: string) {
  const owner = await findAccount(session, 'phone', next);
  if (owner && owner.id !== account.id) throw new ApiError('phone_exists');
  await updateAccount(session, account.id, { phone: next, phone_change: '', is_anonymous: false });
  await markVerified(session, account.id, 'phone', next);
}

/**
 * The link sent to the new mailbox proves it. If it was opened first, in a browser that nothing identified, the next
 * proof of the address decides what is kept. With PKCE the link opens no session itself: its code identifies the
 * browser later, and until then nobody is signed out.
 */
async function noteNewAddress(
  exchange: Exchange,
  session: Session,
  before: Account,
  isNew: boolean,
  showing: Showing,
) {
  const account = await findAccount(session, 'id', before.id);
  if (!account) return;
  const isWaiting = showing.flowId && !(await isShown(session, exchange, account, showing));
  if (isNew && isWaiting) await leaveToBrowser(session, account, showing.flowId);
  else if (isNew) await noteProof(exchange, session, account, 'email', showing);
  else if (before.email_change_token_new === proved) {
    await updateAccount(session, account.id, { email_proved_at: new Date() });
  }
}

async function changePhone(
  session: Session,
  { client }: Exchange,
  token: OneTimeToken,
  account: Account,
) {
  const next = account.phone_change;
  if (!next || token.relates_to !== next) throw new ApiError('otp_expired');
  await takePhone(session, account, next);
  // Only somebody signed in to the account can have asked for the code.
  await updateAccount(session, account.id, { phone_proved_at: new Date() });
  await note(session, client, account, 'user_modified', { changed: 'phone' });
}

/** Confirms the address in the account and in its identity. */
export async function markVerified(
  session: Session,
  userId: string,
  kind: 'email' | 'phone',
  address: string,
) {
  const facts = JSON.stringify({ [kind]: address, [`${kind}_verified`]: true });
  await session.query({
    name: `account-verified-${kind}`,
    text: `with account as (
        update auth.users set ${kind}_confirmed_at = now(), updated_at = now(),
          raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || case
            when raw_user_meta_data ? '${kind}' then $2::jsonb else $2::jsonb - '${kind}' end,
          raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object(
            'provider', coalesce(raw_app_meta_data ->> 'provider', '${kind}'),
            'providers', coalesce(raw_app_meta_data -> 'providers', '[]') || case
              when coalesce(raw_app_meta_data -> 'providers', '[]') ? '${kind}' then '[]'::jsonb
              else '["${kind}"]'::jsonb end)
        where id = $1
      )
      insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
      values ($1, '${kind}', $1::text, jsonb_build_object('sub', $1::text) || $2::jsonb, now())
      on conflict (provider_id, provider) do update
        set identity_data = auth.identities.identity_data || excluded.identity_data,
          updated_at = now()`,
    values: [userId, facts],
  });
}

/** Gives the address's identity the new address, unverified until told otherwise. */
export async function renameIdentity(
  session: Session,
  userId: string,
  kind: 'email' | 'phone',
  address: string,
) {
  const facts = JSON.stringify({ [kind]: address, [`${kind}_verified`]: false });
  await session.query({
    text: `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
      select id, $2::text, id::text, jsonb_build_object('sub', id) || $3::jsonb, now()
      from auth.users where id = $1
      on conflict (provider_id, provider) do update
        set identity_data = auth.identities.identity_data || excluded.identity_data,
          updated_at = now()
        where auth.identities.identity_data ->> $2::text is distinct from $3::jsonb ->> $2::text`,
    values: [userId, kind, facts],
  });
}
