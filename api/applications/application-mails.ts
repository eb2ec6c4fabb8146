import type { Database } from '#database/database.ts';
import * as links from '#domain/site/links.ts';
import type { MailOf } from '#mail/mail.ts';
import { headersToLeave } from '../newsletter/newsletter.ts';
import { safePosting } from '../safe-name.ts';
import { randomToken, sha256 } from '../secrets.ts';
import type { Work } from '../subject.ts';
import type { ApplicationTasks } from './tasks.ts';

type Row = {
  kind: MailOf<'application-news'>['what'] | 'state';
  event_state: string | null;
  state: string;
  to: string;
  title: string;
  company: string;
  has_account: boolean;
  usual_days: number | null;
  said: string | null;
};

/** Reads the current state when sending: no email if the application is gone or its person wants no emails about it. */
export async function sendApplicationMail(
  { database, siteUrl, sendMail }: Work,
  { applicationId, eventId }: ApplicationTasks['application-mail'],
) {
  const { rows } = await database.asService.query<Row>({
    text: `select e.kind, e.state as event_state, a.state, e.words as said, coalesce(u.email, a.email) as to,
        a.job_title as title, a.company_name as company, a.applicant_id is not null as has_account,
        private.usual_days(a.company_id) as usual_days
      from public.application_events as e
      join public.applications as a on a.id = e.application_id
      left join private.accounts as u on u.id = a.applicant_id
      left join public.message_settings as o on o.user_id = a.applicant_id
      where a.id = $1 and e.id = $2 and a.leaves_at is null
        and not private.is_blocked_address(lower(coalesce(u.email, a.email)))
        -- A letter to somebody without an account goes nowhere else.
        and (e.kind = 'message' and a.applicant_id is null
          or a.wants_mails and coalesce(o.application_mails, true))
        -- A state that was changed again meanwhile is told by the later mail; who was answered is not told of silence.
        and case e.kind when 'state' then e.state = a.state
          when 'silent' then a.answered_at is null and a.state in ('new', 'review')
          when 'closed' then a.state in ('new', 'review', 'interview', 'offer')
            and not exists (select from private.live_jobs as l where l.id = a.job_id)
          else true end`,
    values: [applicationId, eventId],
  });
  const [row] = rows;
  const what = row && whatOf(row);
  if (!row || !what) return;
  const page = await linkTo(database, siteUrl, applicationId);
  const { to, title, company, usual_days: usualDays, said } = row;
  await sendMail(
    {
      kind: 'application-news',
      to,
      what,
      title,
      company,
      usualDays,
      said,
      // People with an account find all of their applications in one place.
      action: row.has_account ? `${siteUrl}${links.applications}` : page,
      stop: page,
    },
    // A message is not a mailing list, and its sender has no other way to reach the applicant.
    what === 'message' ? {} : { headers: headersToLeave(page) },
  );
}

const told = ['review', 'interview', 'offer', 'hired', 'declined'] as const;

function whatOf({ kind, event_state }: Row): MailOf<'application-news'>['what'] | undefined {
  if (kind !== 'state') return kind;
  return told.find((state) => state === event_state);
}

type Waiting = {
  id: string;
  before: string | null;
  is_withdrawn: boolean | null;
  to: string;
  title: string;
  company: string;
  proven_domain: string | null;
};

/**
 * The link with which a guest confirms an application; if they have already applied there, a link to that
 * application.
 */
export async function sendConfirmation(
  { database, siteUrl, sendMail }: Work,
  { applicationId }: ApplicationTasks['application-confirm'],
) {
  const { rows } = await database.asService.query<Waiting>({
    text: `select a.id, b.id as before, b.state = 'withdrawn' as is_withdrawn, a.email as to, a.job_title as title,
        a.company_name as company, c.proven_domain
      from public.applications as a
      join public.companies as c on c.id = a.company_id
      left join public.applications as b
        on b.job_id = a.job_id and b.email = a.email and b.state <> 'unconfirmed' and b.leaves_at is null
      where a.id = $1 and a.state = 'unconfirmed' and a.applied_at > now() - interval '1 day'`,
    values: [applicationId],
  });
  const [row] = rows;
  if (!row) return;
  const { to, before, is_withdrawn } = row;
  const { title, company } = safePosting(row, row.proven_domain);
  const action = await linkTo(database, siteUrl, before ?? row.id);
  await sendMail({
    kind: 'application-confirm',
    to,
    title,
    company,
    action,
    before: before === null ? undefined : is_withdrawn ? 'withdrawn' : 'sent',
  });
}

/** The company and the application are gone, so there is nothing left to show or to unsubscribe from. */
export async function sendEnded(
  { database, siteUrl, sendMail }: Work,
  { to, title, company }: ApplicationTasks['application-ended'],
) {
  const { rows } = await database.asService.query<{ is_blocked: boolean }>({
    text: 'select private.is_blocked_address(lower($1)) as is_blocked',
    values: [to],
  });
  if (rows[0]?.is_blocked) return;
  await sendMail({
    kind: 'application-ended',
    to,
    title,
    company,
    action: `${siteUrl}${links.jobs}`,
  });
}

/** Only the email contains the token: the database stores its hash. */
async function linkTo(database: Database, siteUrl: string, applicationId: string): Promise<string> {
  const token = randomToken();
  await database.asService.query({
    text: 'insert into private.application_tokens (token_hash, application_id) values ($1, $2)',
    values: [sha256(token), applicationId],
  });
  return `${siteUrl}${links.withToken(links.application, token)}`;
}
