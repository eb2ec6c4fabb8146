import type { Database } from '#database/database.ts';
import * as links from '#domain/links.ts';
import type { EditionMessage, Sending } from '#mail/mail.ts';
import { sha256 } from '../secrets.ts';
import { headersToLeave, makeLink } from './newsletter.ts';

export type Edition = { subject: string; text: string };
export type EditionTask = { editionId: string; subscriberId: string };
export type TrialTask = Edition & { to: string };

type Written = { message: EditionMessage; headers: Record<string, string> };

/** How many would receive it and how many have; or what went out before that is half the same. */
export type Plan =
  | { kind: 'ready'; waiting: number; queued: number }
  | { kind: 'clash'; differs: 'text' | 'subject'; subject: string; since: Date };

/** The law of the United States (CAN-SPAM) asks for it in every such message. */
export const noPostalAddress =
  'A newsletter needs the postal address of the company. Set POSTAL_ADDRESS, then send it again.';

const batch = 1_000;

export async function planEdition(database: Database, edition: Edition): Promise<Plan> {
  const known = await findEdition(database, edition);
  if (known?.differs) return { ...known, kind: 'clash', differs: known.differs };
  const { rows } = await database.asService.query<{ confirmed: number; queued: number }>({
    text: `select count(*)::int as confirmed, count(d.subscriber_id)::int as queued
      from public.newsletter_subscribers as s
      left join public.newsletter_deliveries as d on d.subscriber_id = s.id and d.edition_id = $1
      where s.confirmed_at is not null`,
    values: [known?.id ?? null],
  });
  const { confirmed = 0, queued = 0 } = rows[0] ?? {};
  return { kind: 'ready', waiting: confirmed - queued, queued };
}

/** Adds a job for everybody who has none yet; asked again, only for those who came since. */
export async function queueEdition(database: Database, edition: Edition): Promise<number> {
  await database.asService.query({
    text: `insert into public.newsletter_editions (subject, text, text_hash)
      values ($1, $2, $3) on conflict do nothing`,
    values: [edition.subject, edition.text, hashOf(edition)],
  });
  const known = await findEdition(database, edition);
  if (!known || known.differs) throw new Error('Something else was sent under this subject.');
  let queued = 0;
  for (let last = batch; last > 0; queued += last) {
    const { rows } = await database.asService.query<{ count: number }>({
      text: 'select public.queue_newsletter_edition($1, $2) as count',
      values: [known.id, batch],
    });
    last = rows[0]?.count ?? 0;
  }
  return queued;
}

/** One message to the author, who need not be on the list. */
export async function queueTrial(database: Database, trial: TrialTask) {
  await database.asService.query({
    text: 'select queue.add($1, $2)',
    values: ['newsletter-trial', JSON.stringify(trial)],
  });
}

/**
 * Marks the delivery first, and takes the mark back when the message did not get through. Should the process
 * die in between, one person misses an edition; the other way round they would receive it twice. Twice it
 * comes only when a mail server takes it and falls silent before it says so.
 */
export async function sendEdition(
  database: Database,
  task: EditionTask,
  siteUrl: string,
  send: (written: Written) => Promise<Sending>,
) {
  const written = await claim(database, task, siteUrl);
  if (!written) return;
  try {
    const { kind } = await send(written);
    if (kind === 'refused') await noteRefusal(database, task);
  } catch (error) {
    await database.asService.query({
      text: `update public.newsletter_deliveries set sent_at = null
        where edition_id = $1 and subscriber_id = $2`,
      values: [task.editionId, task.subscriberId],
    });
    throw error;
  }
}

async function noteRefusal(database: Database, { editionId, subscriberId }: EditionTask) {
  await database.asService.query({
    text: `update public.newsletter_deliveries set refused_at = now()
      where edition_id = $1 and subscriber_id = $2`,
    values: [editionId, subscriberId],
  });
}

/** Its link leads to the page that explains how to leave: there is nobody to take off the list. */
export function writeTrial(trial: TrialTask, siteUrl: string): EditionMessage {
  const unsubscribeLink = `${siteUrl}${links.newsletter('unsubscribe')}`;
  return { kind: 'newsletter-edition', ...trial, unsubscribeLink };
}

/** Nothing for those who have left since, or to whom it has gone already. */
async function claim(
  database: Database,
  { editionId, subscriberId }: EditionTask,
  siteUrl: string,
): Promise<Written | undefined> {
  return database.asService.transaction(async (session) => {
    const { rows } = await session.query<Edition & { to: string }>({
      text: `update public.newsletter_deliveries as d set sent_at = now()
        from public.newsletter_subscribers as s, public.newsletter_editions as e
        where d.edition_id = $1 and d.subscriber_id = $2 and d.sent_at is null
          and s.id = d.subscriber_id and e.id = d.edition_id
        returning s.email as to, e.subject, e.text`,
      values: [editionId, subscriberId],
    });
    const [found] = rows;
    if (!found) return undefined;
    const unsubscribeLink = await makeLink(session, siteUrl, subscriberId, 'unsubscribe');
    return {
      message: { kind: 'newsletter-edition', ...found, unsubscribeLink },
      headers: headersToLeave(unsubscribeLink),
    };
  });
}

type Known = { id: string; differs: 'text' | 'subject' | null; subject: string; since: Date };

/** By its subject or by its text: a sending that shares only one of them is most likely a mistake. */
async function findEdition(database: Database, edition: Edition): Promise<Known | undefined> {
  const { rows } = await database.asService.query<Known>({
    text: `select id, subject, created_at as since,
        case when subject <> $1 then 'subject' when text_hash <> $2 then 'text' end as differs
      from public.newsletter_editions
      where subject = $1 or text_hash = $2 order by differs nulls last limit 1`,
    values: [edition.subject, hashOf(edition)],
  });
  return rows[0];
}

/** Space at the ends of lines is no difference that a reader would see. */
function hashOf({ text }: Edition): string {
  return sha256(text.replace(/[^\S\n]+$/gm, '').trim());
}
