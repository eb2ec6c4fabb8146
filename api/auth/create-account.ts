import type { Session } from '#database/database.ts';
import { type Account, findAccount } from './accounts.ts';

export type NewAccount = {
  id?: string;
  email?: string | undefined;
  phone?: string | undefined;
  passwordHash?: string | undefined;
  isEmailConfirmed?: boolean;
  isPhoneConfirmed?: boolean;
  isInvited?: boolean;
  isAnonymous?: boolean;
  /** The secret key is trusted to say who somebody is, so the metadata it sets is stored unchanged. */
  isByAdmin?: boolean;
  /** The provider that the person comes from, if they did not sign up by email or phone. */
  provider?: string;
  role?: string;
  userMetadata?: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
};

/**
 * Inserts an account, with an identity for each address given. Undefined if the address or id is already taken: of
 * two concurrent requests, the second waits for the first.
 */
export async function createAccount(
  session: Session,
  person: NewAccount,
): Promise<Account | undefined> {
  const id = person.id ?? crypto.randomUUID();
  const providers = person.provider ? [person.provider] : addressesOf(person);
  const appMetadata = {
    ...(providers[0] ? { provider: providers[0], providers } : {}),
    ...person.appMetadata,
  };
  const { rowCount } = await session.query({
    name: 'account-create',
    text: `insert into auth.users (id, aud, role, email, phone, encrypted_password,
        email_confirmed_at, phone_confirmed_at, invited_at, raw_app_meta_data, raw_user_meta_data,
        is_anonymous, created_at, updated_at)
      values ($1, 'authenticated', $2, $3, $4, $5,
        case when $6::boolean then now() end, case when $7::boolean then now() end,
        case when $8::boolean then now() end, $9, $10, $11, now(), now())
      on conflict do nothing`,
    values: [
      id,
      person.role ?? 'authenticated',
      person.email ?? null,
      person.phone ?? null,
      person.passwordHash ?? null,
      person.isEmailConfirmed ?? false,
      person.isPhoneConfirmed ?? false,
      person.isInvited ?? false,
      JSON.stringify(appMetadata),
      JSON.stringify(metadataOf(person, id)),
      person.isAnonymous ?? false,
    ],
  });
  if (rowCount === 0) return undefined;
  if (!person.provider) {
    for (const provider of addressesOf(person)) {
      await addIdentity(session, id, provider, id, {
        ...(person.isByAdmin ? {} : person.userMetadata),
        ...factsOf(person, id),
      });
    }
  }
  const account = await findAccount(session, 'id', id);
  if (!account) throw new Error('The account that was just made is gone.');
  return account;
}

export async function addIdentity(
  session: Session,
  userId: string,
  provider: string,
  providerId: string,
  data: Record<string, unknown>,
) {
  await session.query({
    name: 'identity-add',
    text: `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
      values ($1, $2, $3, $4, now())`,
    values: [userId, provider, providerId, JSON.stringify(data)],
  });
}

/** The account that sign-up would have created: what a stranger sees if the address is taken. */
export function imagineAccount(person: NewAccount): Account {
  const now = new Date();
  const id = crypto.randomUUID();
  const data = inOrderOfJsonb(metadataOf(person, id)) as Record<string, unknown>;
  const providers = addressesOf(person);
  const moment = withMicroseconds(now);
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: person.email ?? null,
    phone: person.phone ?? null,
    encrypted_password: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_token_new: null,
    email_change_token_current: null,
    phone_change: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: providers[0], providers },
    raw_user_meta_data: data,
    created_at: now,
    updated_at: now,
    banned_until: null,
    is_banned: false,
    deleted_at: null,
    is_anonymous: false,
    email_proved_at: null,
    phone_proved_at: null,
    cleared_at: null,
    factors: [],
    identities: providers.map((provider) => ({
      identity_id: crypto.randomUUID(),
      id,
      user_id: id,
      identity_data: data,
      provider,
      last_sign_in_at: moment,
      created_at: moment,
      updated_at: moment,
      email: person.email ?? null,
    })),
  };
}

/** Formatted like PostgreSQL's times in JSON: with microseconds. */
function withMicroseconds(time: Date): string {
  const more = String(Math.floor(Math.random() * 1_000)).padStart(3, '0');
  return time.toISOString().replace('Z', `${more}Z`);
}

/** jsonb sorts keys by length, then by bytes; an invented answer in another order would give itself away. */
function inOrderOfJsonb(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrderOfJsonb);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, inOrderOfJsonb(inner)] as const,
  );
  const order = entries.sort(([left], [right]) => {
    const [a, b] = [Buffer.from(left), Buffer.from(right)];
    return a.length - b.length || a.compare(b);
  });
  return Object.fromEntries(order);
}

function addressesOf({ email, phone }: NewAccount): string[] {
  return [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])];
}

function metadataOf(person: NewAccount, id: string): Record<string, unknown> {
  const { email, phone, userMetadata = {} } = person;
  if (person.provider || !(email || phone)) return userMetadata;
  if (person.isByAdmin) {
    return { ...userMetadata, ...(person.isEmailConfirmed ? { email_verified: true } : {}) };
  }
  return { ...userMetadata, ...factsOf(person, id) };
}

/** The data of an identity for an address. */
function factsOf(person: NewAccount, id: string): Record<string, unknown> {
  const { email, phone, isEmailConfirmed = false, isPhoneConfirmed = false } = person;
  return {
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    email_verified: isEmailConfirmed,
    phone_verified: isPhoneConfirmed,
    sub: id,
  };
}
