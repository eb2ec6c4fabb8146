import type { Session } from '#database/database.ts';
import type { Statement } from '#database/statement.ts';

/** A row of auth.users with its identities and factors. */
export type Account = {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_token_new: string | null;
  email_change_token_current: string | null;
  phone_change: string | null;
  phone_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  banned_until: Date | null;
  /** By the database's clock. */
  is_banned: boolean;
  deleted_at: Date | null;
  is_anonymous: boolean;
  /** When a link or a code showed that the person reads the mailbox or has the phone. */
  email_proved_at: Date | null;
  phone_proved_at: Date | null;
  /**
   * When that proof cleared what had been set before, if no password has been chosen since. Reported for one hour,
   * during which the person may decide what to do about it.
   */
  cleared_at: Date | null;
  identities: Identity[];
  factors: Factor[];
};

type Identity = {
  identity_id: string;
  id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
};

export type Factor = {
  id: string;
  created_at: string;
  updated_at: string;
  status: 'verified' | 'unverified';
  friendly_name?: string;
  factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code';
  phone?: string;
  last_challenged_at?: string;
};

const isBanned = 'coalesce(u.banned_until > now(), false) as is_banned';

/** Columns of the row `u`. */
export const accountColumns = `u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password,
    u.email_confirmed_at, u.phone_confirmed_at, u.confirmed_at, u.invited_at,
    u.confirmation_sent_at, u.recovery_sent_at, u.email_change, u.email_change_sent_at,
    u.email_change_token_new, u.email_change_token_current, u.phone_change,
    u.phone_change_sent_at, u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data,
    u.raw_user_meta_data, u.created_at, u.updated_at, u.banned_until,
    ${isBanned}, u.deleted_at, u.is_anonymous,
    u.email_proved_at, u.phone_proved_at,
    case when u.cleared_at > now() - interval '1 hour' then u.cleared_at end as cleared_at,
    coalesce((select json_agg(json_build_object('identity_id', i.id, 'id', i.provider_id,
        'user_id', i.user_id, 'identity_data', i.identity_data, 'provider', i.provider,
        'last_sign_in_at', ${time('i.last_sign_in_at')}, 'created_at', ${time('i.created_at')},
        'updated_at', ${time('i.updated_at')}, 'email', i.email) order by i.created_at, i.id)
      from private.account_identities i where i.user_id = u.id), '[]') as identities,
    coalesce((select json_agg(json_strip_nulls(json_build_object('id', f.id,
        'created_at', ${time('f.created_at')}, 'updated_at', ${time('f.updated_at')},
        'status', f.status,
        'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'phone', f.phone,
        'last_challenged_at', ${time('f.last_challenged_at')})) order by f.created_at, f.id)
      from private.account_factors f where f.user_id = u.id), '[]') as factors`;

const select = `select ${accountColumns} from private.accounts u`;

/** The same text in every time zone that the database may have. */
function time(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

const ways = {
  id: 'where u.id = $1 and u.deleted_at is null',
  anyId: 'where u.id = $1',
  email: 'where u.email = $1 and not u.is_sso_user and u.deleted_at is null',
  phone: 'where u.phone = $1 and u.deleted_at is null',
};

export async function findAccount(
  session: Session,
  way: keyof typeof ways,
  value: string,
): Promise<Account | undefined> {
  const { rows } = await session.query<Account>(accountBy(way, value));
  return rows[0];
}

/** Reads the account again under its lock, including whatever changed while we waited for it. */
export async function asOfNow(session: Session, account: Account): Promise<Account> {
  return (await findAccount(session, 'id', account.id)) ?? account;
}

export function accountBy(way: keyof typeof ways, value: string): Statement {
  return { name: `account-by-${way}`, text: `${select} ${ways[way]}`, values: [value] };
}

export type Password = Pick<
  Account,
  | 'id'
  | 'email'
  | 'phone'
  | 'encrypted_password'
  | 'is_banned'
  | 'email_confirmed_at'
  | 'phone_confirmed_at'
>;

/**
 * Reads only what checking a password needs: collecting identities and factors takes time, which would tell a
 * stranger that there are any.
 */
export function passwordBy(way: 'email' | 'phone', value: string): Statement {
  return {
    name: `password-by-${way}`,
    text: `select u.id, u.email, u.phone, u.encrypted_password, ${isBanned},
      u.email_confirmed_at, u.phone_confirmed_at from auth.users u ${ways[way]}`,
    values: [value],
  };
}

/** Accounts whose address or name contains a text, if one is given, with the matching rules of Supabase Auth. */
const listed = `where ($1::text is null or u.email like $1 or u.raw_user_meta_data ->> 'full_name' ilike $1)`;

export async function listAccounts(
  session: Session,
  wanted: { offset: number; count: number; filter: string | undefined; isOldestFirst: boolean },
): Promise<{ accounts: Account[]; total: number }> {
  const pattern = wanted.filter ? `%${wanted.filter}%` : null;
  const direction = wanted.isOldestFirst ? 'asc' : 'desc';
  const { rows } = await session.query<Account>({
    text: `${select} ${listed} order by u.created_at ${direction}, u.id limit $2 offset $3`,
    values: [pattern, wanted.count, wanted.offset],
  });
  const { rows: totals } = await session.query<{ total: number }>({
    text: `select count(*)::int as total from auth.users u ${listed}`,
    values: [pattern],
  });
  return { accounts: rows, total: totals[0]?.total ?? 0 };
}

/** Serializes changes to one account until the end of the transaction. Returns whether it is banned. */
export async function lockAccount(session: Session, id: string): Promise<boolean> {
  const { rows } = await session.query<{ is_banned: boolean }>({
    name: 'account-lock',
    text: `select coalesce(banned_until > now(), false) as is_banned from auth.users
      where id = $1 for update`,
    values: [id],
  });
  return rows[0]?.is_banned ?? false;
}

/** Updates columns whose names come from our code; the values are parameters. */
export async function updateAccount(
  session: Session,
  id: string,
  changes: Partial<Record<UpdatableColumn, unknown>>,
) {
  const columns = Object.keys(changes);
  const assignments = columns.map((column, index) => `${column} = $${index + 2}`);
  await session.query({
    text: `update auth.users set ${[...assignments, 'updated_at = now()'].join(', ')} where id = $1`,
    values: [id, ...Object.values(changes)],
  });
}

type UpdatableColumn = Exclude<
  keyof Account,
  'id' | 'identities' | 'factors' | 'confirmed_at' | 'created_at' | 'updated_at' | 'is_banned'
>;

export function hasVerifiedFactor(account: Account): boolean {
  return account.factors.some((factor) => factor.status === 'verified');
}

/** The account as clients see it. Like Supabase Auth, it omits what is not set. */
export function describeAccount(account: Account) {
  const { factors } = account;
  return {
    id: account.id,
    aud: account.aud,
    role: account.role,
    email: account.email ?? '',
    email_confirmed_at: account.email_confirmed_at ?? undefined,
    invited_at: account.invited_at ?? undefined,
    phone: account.phone ?? '',
    phone_confirmed_at: account.phone_confirmed_at ?? undefined,
    confirmation_sent_at: account.confirmation_sent_at ?? undefined,
    confirmed_at: account.confirmed_at ?? undefined,
    recovery_sent_at: account.recovery_sent_at ?? undefined,
    new_email: account.email_change || undefined,
    email_change_sent_at: account.email_change_sent_at ?? undefined,
    new_phone: account.phone_change || undefined,
    phone_change_sent_at: account.phone_change_sent_at ?? undefined,
    reauthentication_sent_at: account.reauthentication_sent_at ?? undefined,
    last_sign_in_at: account.last_sign_in_at ?? undefined,
    app_metadata: account.raw_app_meta_data ?? {},
    user_metadata: account.raw_user_meta_data ?? {},
    factors: factors.length > 0 ? factors : undefined,
    identities: account.identities,
    created_at: account.created_at,
    updated_at: account.updated_at,
    banned_until: account.banned_until ?? undefined,
    deleted_at: account.deleted_at ?? undefined,
    is_anonymous: account.is_anonymous,
    cleared_at: account.cleared_at ?? undefined,
  };
}
