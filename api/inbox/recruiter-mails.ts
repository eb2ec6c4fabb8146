import type { Database, Session } from '#database/database.ts';
import * as links from '#domain/site/links.ts';
import { headersToLeave } from '../newsletter/newsletter.ts';
import { safePosting } from '../safe-name.ts';
import { randomToken, sha256 } from '../secrets.ts';
import type { Work } from '../subject.ts';
import type { InboxTasks } from './tasks.ts';

/** Queues an email for each recruiter whose hour it is and who has something to hear. */
export async function askForDigests(database: Database) {
  await database.asService.query({
    text: `delete from private.application_mail_tokens where created_at < now() - interval '180 days'`,
  });
  await database.asService.query({
    text: `select queue.add('recruiter-mail', json_build_object('userId', due), 'recruiter mail ' || due)
      from private.digests_due(now()) as due`,
  });
}

/** `private.digest_of` returns at most this many postings. */
const mostListed = 50;

type Row = {
  address: string;
  job_id: string | null;
  title: string;
  company: string;
  arrived: number;
  silent: number;
  /** Whether somebody has confirmed that the mailbox is theirs. */
  is_proved: boolean;
};

function markTold(session: Session, userId: string, moment: Date | undefined) {
  return session.query({
    text: `insert into private.application_digests (user_id, told_up_to, sent_at) values ($1, $2, $2)
      on conflict (user_id) do update set told_up_to = $2, sent_at = $2`,
    values: [userId, moment],
  });
}

/**
 * Applications of the last seconds queued no email, because this one was waiting. Recruiters who are told at once get
 * them in another one.
 */
function queueRest(session: Session, userId: string) {
  return session.query({
    text: `select queue.add_once('recruiter-mail', json_build_object('userId', s.user_id), 'recruiter mail ' || s.user_id,
        now() + interval '5 minutes')
      from public.application_mail_settings as s
      where s.user_id = $1 and s.mails = 'at-once' and exists (select from private.digest_of($1, now()))`,
    values: [userId],
  });
}

type Told = { told_up_to: string; sent_at: string | null };

/** How far the person had been told before; undefined if never. In full precision, which a Date lacks. */
async function readTold(session: Session, userId: string): Promise<Told | undefined> {
  const { rows } = await session.query<Told>({
    text: `select told_up_to::text, sent_at::text from private.application_digests
      where user_id = $1 for update`,
    values: [userId],
  });
  return rows[0];
}

/** The email did not leave, so the next one tells the same. */
async function markUntold(
  { asService }: Database,
  userId: string,
  moment: Date | undefined,
  before: Told | undefined,
) {
  await asService.query(
    before
      ? {
          text: `update private.application_digests set told_up_to = $3, sent_at = $4
            where user_id = $1 and told_up_to = $2`,
          values: [userId, moment, before.told_up_to, before.sent_at],
        }
      : {
          text: 'delete from private.application_digests where user_id = $1 and told_up_to = $2',
          values: [userId, moment],
        },
  );
}

/**
 * Reads what is new at the time of sending, so that people who have left the company see nothing. It is marked as
 * told before the email goes out, and no longer if it did not: if the process dies in between, losing an email is
 * better than sending it again and again.
 */
export async function sendRecruiterMail(
  { database, siteUrl, sendMail }: Work,
  { userId }: InboxTasks['recruiter-mail'],
) {
  const told = await database.asService.transaction(async (session) => {
    // An application's timestamp is when its transaction began. One that has not committed yet would be missing here,
    // and not count as new next time.
    const { rows: moments } = await session.query<{ moment: Date }>({
      text: `select now() - interval '10 seconds' as moment`,
    });
    const moment = moments[0]?.moment;
    const { rows } = await session.query<Row>({
      text: `select d.*, exists (select from private.accounts as u
            where u.id = $1 and u.email_proved_at is not null) as is_proved
          from private.digest_of($1, $2) as d`,
      values: [userId, moment],
    });
    const before = await readTold(session, userId);
    if (rows.length > 0) await markTold(session, userId, moment);
    await queueRest(session, userId);
    if (rows.length === 0) return undefined;
    const token = randomToken();
    await session.query({
      text: 'insert into private.application_mail_tokens (token_hash, user_id) values ($1, $2)',
      values: [sha256(token), userId],
    });
    return { rows, token, moment, before };
  });
  const [first] = told?.rows ?? [];
  if (!told || !first) return;
  const stopLink = `${siteUrl}${links.withToken(links.stopApplicationMails, told.token)}`;
  const page =
    told.rows.length === 1 && first.job_id
      ? links.applicationsOf(first.job_id)
      : links.allApplications;
  await sendMail(
    {
      kind: 'new-applications',
      to: first.address,
      // Until somebody has confirmed the mailbox, it may be a stranger's.
      postings: first.is_proved ? told.rows : told.rows.map((row) => safePosting(row)),
      mayBeMore: told.rows.length >= mostListed,
      link: `${siteUrl}${page}`,
      stopLink,
    },
    { headers: headersToLeave(stopLink) },
  ).catch(async (error: unknown) => {
    await markUntold(database, userId, told.moment, told.before);
    throw error;
  });
}
