import type { Session } from '#database/database.ts';
import * as links from '#domain/site/links.ts';
import { type Account, describeAccount } from '../auth/accounts.ts';
import { note } from '../auth/audit.ts';
import { requireFullSession } from '../auth/sessions/require-session.ts';
import { clientOf } from '../client.ts';
import type { Functions, ServerFunction } from '../functions/context.ts';
import { readFiles } from './account-files.ts';
import { readHistory } from './account-history.ts';
import { requireNewSignIn } from './require-new-sign-in.ts';

/** For people who export their own data. */
export const accountExport: ServerFunction = async (functions, { request, caller, siteUrl }) => {
  const { account, session: open } = await requireFullSession(functions, { caller });
  const { asService } = functions.database;
  await requireNewSignIn(asService, account, open);
  await note(asService, clientOf(request), account, 'user_exported');
  return exportAccount(functions, account, siteUrl);
};

/** Everything we store about the person, except the secrets of their factors. */
export async function exportAccount(
  functions: Pick<Functions, 'database' | 'files'>,
  account: Account,
  siteUrl: string,
): Promise<object> {
  await claimApplications(functions, account);
  // Done before the transaction, which must not wait on file storage.
  const files = await readFiles(functions, account);
  return functions.database.asService.transaction(async (session) => ({
    exported_at: new Date().toISOString(),
    account: describeAccount(account),
    sessions: await readOwn(
      session,
      account,
      `select id, created_at, refreshed_at, user_agent, host(ip) as ip, aal from private.account_sessions
        where user_id = $1 order by created_at`,
    ),
    history: await readHistory(session, account.id, 10_000),
    ...(await readTables(session, account)),
    saved_jobs: await readSavedJobs(session, account, siteUrl),
    credentials: await readCredentials(session, account),
    ...(await readWrittenElsewhere(session, account)),
    newsletter: await readNewsletter(session, account),
    alerts_by_address: await readAlertsByAddress(session, account),
    ...files,
    files: await readOwn(
      session,
      account,
      `select o.bucket_id as bucket, o.name, o.metadata -> 'mimetype' as type,
          o.metadata -> 'size' as size, o.user_metadata as metadata, o.created_at, o.updated_at
        from private.account_files as o where o.owner_id = $1 and not o.is_picture
        order by o.created_at`,
    ),
  }));
}

/**
 * Rows of the product's tables, found through the foreign keys to the account, so that a table added later is
 * exported without being listed here. A key whose row belongs to somebody else is marked "not exported" in its
 * comment, and so is any other column that the person may not see.
 */
async function readTables(session: Session, account: Account): Promise<Record<string, object[]>> {
  const { rows: keys } = await session.query<{
    table: string;
    condition: string;
    hidden: string[];
  }>({
    name: 'tables-about-people',
    text: `select format('%I.%I', n.nspname, t.relname) as table,
        string_agg(distinct format('%I = $1', a.attname), ' or ') as condition,
        array(select h.attname::text from pg_attribute as h
          where h.attrelid = t.oid and col_description(t.oid, h.attnum) like 'not exported%'
            and not exists (select from pg_constraint as k join pg_class as r on r.oid = k.confrelid
              where k.conrelid = t.oid and k.contype = 'f' and h.attnum = any (k.conkey)
                and r.relnamespace <> 'private'::regnamespace)) as hidden
      from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_namespace n on n.oid = t.relnamespace
      join pg_attribute a on a.attrelid = t.oid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.confrelid = 'auth.users'::regclass and n.nspname = 'public'
        and coalesce(col_description(t.oid, a.attnum), '') not like 'not exported%'
      group by n.nspname, t.relname, t.oid order by t.relname`,
  });
  const tables: Record<string, object[]> = {};
  for (const { table, condition, hidden } of keys) {
    // Both come from the catalogue, quoted by format(); the person's id is a parameter.
    const text = `select to_jsonb(t) - $2::text[] as row from ${table} t where ${condition}`;
    const { rows } = await session.query<{ row: object }>({ text, values: [account.id, hidden] });
    tables[table.replace(/^public\./, '')] = rows.map(({ row }) => withoutVerdicts(row));
  }
  return tables;
}

/** What was sent without signing in becomes the person's when they look at their applications; a copy is such a look. */
async function claimApplications({ database }: Pick<Functions, 'database'>, { id }: Account) {
  await database.asService.query({
    text: 'select private.claim_applications($1)',
    values: [id],
  });
}

/** Also those that wait for an address which the person has proved to be theirs. */
async function readCredentials(session: Session, { id, email, email_proved_at }: Account) {
  const { rows } = await session.query<object>({
    text: `select number, type, version, name, email, awarded_on::text, expires_on::text, state, state_reason, is_listed,
        on_profile, user_id is not null as is_claimed
      from register.awards where user_id = $1
        or user_id is null and email = lower($2) and disowned_at is null and erased_at is null
      order by awarded_on`,
    values: [id, email_proved_at ? email : null],
  });
  return rows;
}

/** With titles and links: a bare job id is useless outside this site. */
async function readSavedJobs(session: Session, account: Account, siteUrl: string) {
  const rows = await readOwn<{ job_id: string }>(
    session,
    account,
    `select s.job_id, j.title, j.company, j.location, s.created_at
      from public.saved_jobs as s join public.jobs as j on j.id = s.job_id
      where s.user_id = $1 order by s.created_at`,
  );
  return rows.map((row) => ({ ...row, address: siteUrl + links.job(row.job_id) }));
}

/** What the person named or wrote in rows that belong to others. */
async function readWrittenElsewhere(session: Session, { id }: Account): Promise<object> {
  const { rows } = await session.query<{ beside: object }>({
    text: 'select private.exported_beside($1) as beside',
    values: [id],
  });
  return rows[0]?.beside ?? {};
}

/** Which answers meet the company's requirements is the company's own information. */
function withoutVerdicts(row: { answers?: unknown }): object {
  if (!Array.isArray(row.answers)) return row;
  return { ...row, answers: row.answers.map(({ meets: _, ...answer }) => answer) };
}

/**
 * A subscription has no account, only an address, so it is shown only to people who have proved that the address is
 * theirs.
 */
async function readNewsletter(session: Session, { email, email_proved_at }: Account) {
  if (!email || !email_proved_at) return [];
  const { rows } = await session.query<object>({
    text: `select s.email, s.consent_text, s.consented_at, s.confirmed_at,
        (select coalesce(json_agg(json_build_object('subject', e.subject, 'sent_at', d.sent_at)
            order by d.sent_at), '[]')
          from public.newsletter_deliveries as d
          join public.newsletter_editions as e on e.id = d.edition_id
          where d.subscriber_id = s.id and d.sent_at is not null) as received
      from public.newsletter_subscribers as s where s.email = lower($1)`,
    values: [email],
  });
  return rows;
}

/** Alerts saved without an account, for an address that the person has proved to be theirs. */
async function readAlertsByAddress(session: Session, { email, email_proved_at }: Account) {
  if (!email || !email_proved_at) return [];
  const { rows } = await session.query<object>({
    text: `select a.email, a.address, a.rhythm, a.weekday, a.hour, a.time_zone, a.created_at, a.confirmed_at,
        a.consent_text, a.sent_at from public.alerts as a where a.email = lower($1) order by a.created_at`,
    values: [email],
  });
  return rows;
}

async function readOwn<Row>(session: Session, { id }: Account, text: string): Promise<Row[]> {
  const { rows } = await session.query<Row>({ text, values: [id] });
  return rows;
}
