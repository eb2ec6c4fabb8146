import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, asOfNow, findAccount, lockAccount, updateAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import { markVerified } from '../confirm.ts';
import type { Auth, Exchange } from '../context.ts';
import { addIdentity, createAccount } from '../create-account.ts';
import { noteProof } from '../first-proof.ts';
import { askForLetter } from '../letters/ask-for-letter.ts';
import { notify } from '../letters/notices.ts';
import { requireOpenSignUp } from '../open-sign-up.ts';
import { noteProviders } from './note-providers.ts';
import type { Profile } from './profile.ts';

/** The account for a profile: found by its identity or by a proved email, or created. */
export async function admit(
  auth: Auth,
  exchange: Exchange,
  session: Session,
  provider: string,
  profile: Profile,
): Promise<Account> {
  const known = await findByIdentity(session, provider, profile);
  if (known) {
    if (known.is_banned) throw new ApiError('user_banned', undefined, undefined, { status: 403 });
    // Checked again under the lock: the address's owner may be unlinking the identity right now.
    await lockAccount(session, known.id);
    if (!(await findByIdentity(session, provider, profile))) {
      throw new ApiError('identity_not_found');
    }
    await refreshIdentity(session, provider, profile);
    return known;
  }
  const owner = profile.email ? await findAccount(session, 'email', profile.email) : undefined;
  const account = owner
    ? await linkByEmail(exchange, session, owner, provider, profile)
    : await makeAccount(auth, exchange, session, provider, profile);
  // Somebody took the address or the identity a moment ago, perhaps this person in another tab: look the account up
  // again.
  if (!account) {
    const first = await findAccount(session, 'email', profile.email ?? '');
    if (!first) throw new ApiError('user_not_found');
    return admit(auth, exchange, session, provider, profile);
  }
  if (auth.settings.confirmation === 'required' && !account.confirmed_at) {
    throw new ApiError('provider_email_needs_verification');
  }
  return account;
}

/**
 * Only an email that the provider has verified links an identity to an account automatically. Like a link in an email
 * it proves the mailbox: if it is the first proof, what was set before is cleared.
 */
async function linkByEmail(
  exchange: Exchange,
  session: Session,
  owner: Account,
  provider: string,
  profile: Profile,
): Promise<Account | undefined> {
  if (!profile.isEmailVerified) throw new ApiError('provider_email_needs_verification');
  if (owner.is_banned) throw new ApiError('user_banned', undefined, undefined, { status: 403 });
  await lockAccount(session, owner.id);
  const account = await findAccount(session, 'id', owner.id);
  if (!account || account.email !== profile.email) throw new ApiError('user_not_found');
  // It was created between the two lookups, by the same sign-in in another tab.
  if (await findByIdentity(session, provider, profile)) return undefined;
  if (!account.email_confirmed_at) {
    await markVerified(session, account.id, 'email', profile.email);
  }
  await noteProof(exchange, session, account, 'email', {});
  return link(exchange, session, account, provider, profile);
}

/** Only shown to somebody whom the provider has just identified as the identity's owner. */
export function alreadyLinked(owner: Pick<Account, 'id'>, accountId: string): ApiError {
  const isOwn = owner.id === accountId;
  const words = isOwn ? undefined : 'Identity is already linked to another user';
  return new ApiError('identity_already_exists', words);
}

/** Links the identity to the account; refuses one that is already linked. */
export async function link(
  exchange: Exchange,
  session: Session,
  account: Account,
  provider: string,
  profile: Profile,
): Promise<Account> {
  if (account.is_banned) throw new ApiError('user_banned', undefined, undefined, { status: 403 });
  await lockAccount(session, account.id);
  const owner = await findByIdentity(session, provider, profile);
  if (owner) throw alreadyLinked(owner, account.id);
  await addIdentity(session, account.id, provider, profile.providerId, profile.data);
  await noteProviders(session, account.id);
  await updateAccount(session, account.id, {
    raw_user_meta_data: {
      ...present(profile.data),
      ...(await asOfNow(session, account)).raw_user_meta_data,
    },
  });
  // Linked from the account's own session, so nothing is cleared.
  if (!account.email_proved_at && profile.isEmailVerified && profile.email === account.email) {
    await updateAccount(session, account.id, { email_proved_at: new Date() });
  }
  if (account.is_anonymous) await nameAnonymous(session, account, profile);
  await note(session, exchange.client, account, 'identity_linked', { provider });
  await notify(exchange, session, account, 'identity-linked', provider);
  return await asOfNow(session, account);
}

/** Turns an anonymous account into a named one, with the address if it is proved and free. */
async function nameAnonymous(
  session: Session,
  account: Account,
  { email, isEmailVerified }: Profile,
) {
  const isFree = email && isEmailVerified && !(await findAccount(session, 'email', email));
  await updateAccount(session, account.id, {
    is_anonymous: false,
    ...(isFree ? { email, email_confirmed_at: new Date(), email_proved_at: new Date() } : {}),
  });
}

async function makeAccount(
  auth: Auth,
  exchange: Exchange,
  session: Session,
  provider: string,
  profile: Profile,
): Promise<Account | undefined> {
  await requireOpenSignUp(auth.settings, session);
  const account = await createAccount(session, {
    provider,
    email: profile.email,
    isEmailConfirmed: profile.isEmailVerified,
    userMetadata: present(profile.data),
  });
  if (!account) return undefined;
  await addIdentity(session, account.id, provider, profile.providerId, profile.data);
  if (profile.isEmailVerified) {
    await updateAccount(session, account.id, { email_proved_at: new Date() });
  }
  await note(session, exchange.client, account, 'user_signedup', { provider });
  if (profile.email && !profile.isEmailVerified) {
    await askForLetter(exchange, session, 'signup', { userId: account.id });
  }
  return await asOfNow(session, account);
}

export async function findByIdentity(
  session: Session,
  provider: string,
  { providerId }: Pick<Profile, 'providerId'>,
): Promise<Account | undefined> {
  const { rows } = await session.query<{ user_id: string }>({
    text: 'select user_id from auth.identities where provider = $1 and provider_id = $2',
    values: [provider, providerId],
  });
  return rows[0] && findAccount(session, 'id', rows[0].user_id);
}

async function refreshIdentity(session: Session, provider: string, profile: Profile) {
  await session.query({
    text: `update auth.identities set identity_data = $3, last_sign_in_at = now(), updated_at = now()
      where provider = $1 and provider_id = $2`,
    values: [provider, profile.providerId, JSON.stringify(profile.data)],
  });
}

function present(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
