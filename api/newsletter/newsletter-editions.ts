import type { Database } from '#database/database.ts';
import * as links from '#domain/site/links.ts';
import { noPostalAddress } from '#domain/staff/newsletter.ts';
import { queue } from '../queue.ts';
import { randomToken, sha256 } from '../secrets.ts';
import type { Work } from '../subject.ts';
import { headersToLeave, linkOf } from './newsletter.ts';
import type { NewsletterTasks } from './tasks.ts';

export type Edition = { subject: string; text: string };
type Order = NewsletterTasks['newsletter-edition'];
type Delivery = { editionId: string; subscriberId: string };
type Trial = NewsletterTasks['newsletter-trial'];

/** How many would receive it and how many already have; or the earlier edition that is partly the same. */
export type Plan =
  | { kind: 'ready'; waiting: number; queued: number }
  | { kind: 'clash'; differs: 'text' | 'subject'; subject: string; since: Date };

/**
 * As owners entered it under Words, or else from the settings: for a command, which does not load the site's words.
 */
export async function postalAddressOf(
  database: Database,
  setting: string | undefined,
): Promise<string | undefined> {
  const { rows } = await database.asService.query<{ written: string | null }>({
    text: "select words #>> '{brand,content,postalAddress}' as written from private.words_now()",
  });
  return rows[0]?.written || setting;
}

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

/** Adds jobs for everybody who has none yet; a repeated call covers only new subscribers. */
export async function queueEdition(database: Database, edition: Edition): Promise<number> {
  await database.asService.query({
    text: `insert into public.newsletter_editions (subject, text, text_hash)
      values ($1, $2, $3) on conflict do nothing`,
    values: [edition.subject, edition.text, hashOf(edition)],
  });
  const known = await findEdition(database, edition);
  if (!known || known.differs) throw new Error('Something else was sent under this subject.');
  // An edition that was stopped continues: those who got it remain marked.
  await database.asService.query({
    text: `with resumed as (
        update public.newsletter_editions set stopped_at = null
        where id = $1 and stopped_at is not null returning id)
      delete from public.newsletter_deliveries as d using resumed
      where d.edition_id = resumed.id and d.sent_at is null`,
    values: [known.id],
  });
  return fillQueue({ database }, { editionId: known.id });
}

/** The same for a command, which also writes to the staff log. */
export async function sendByCommand(database: Database, edition: Edition): Promise<number> {
  const count = await queueEdition(database, edition);
  const known = await findEdition(database, edition);
  if (count > 0 && known) {
    await database.asService.query({
      text: "select staff.note_command('send-newsletter', 'newsletter', $1, null, $2)",
      values: [known.id, JSON.stringify({ subject: edition.subject, receivers: count })],
    });
  }
  return count;
}

/** The same as a task, started from the browser: however long the list is, nobody has to wait for it. */
export async function fillQueue(
  { database }: Pick<Work, 'database'>,
  { editionId }: NewsletterTasks['newsletter-begin'],
): Promise<number> {
  let queued = 0;
  for (let last = batch; last > 0; queued += last) {
    const { rows } = await database.asService.query<{ count: number }>({
      text: 'select public.queue_newsletter_edition($1, $2) as count',
      values: [editionId, batch],
    });
    last = rows[0]?.count ?? 0;
  }
  await database.asService.query({
    text: 'update public.newsletter_editions set queued_at = now() where id = $1 and stopped_at is null',
    values: [editionId],
  });
  return queued;
}

/** Sends one email to the author, who need not be on the list. */
export async function queueTrial(database: Database, trial: Trial) {
  await queue.add(database.asService, 'newsletter-trial', trial);
}

/** This many failures in a row mean that the mail server is at fault, so the rest waits for the next retry. */
const mostFailures = 5;

type Sender = Pick<Work, 'database' | 'siteUrl' | 'postalAddress' | 'sendMail'>;

/**
 * Sends one email after the other to those of a batch who have none yet. Failed ones are sent again when the task is
 * retried.
 */
export async function sendEdition(work: Sender, order: Order) {
  if (!work.postalAddress) throw new Error(noPostalAddress);
  const { database } = work;
  const edition = await readEdition(database, order.editionId);
  if (!edition) return;
  const failures: unknown[] = [];
  let failedInARow = 0;
  for (const subscriberId of await findWaiting(database, order)) {
    try {
      await deliver(work, edition, { editionId: order.editionId, subscriberId });
      failedInARow = 0;
    } catch (error) {
      failures.push(error);
      failedInARow += 1;
      if (failedInARow === mostFailures) break;
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Marks the delivery first, and removes the mark if sending failed. If the process dies in between, one person misses
 * an edition; the other way round they would get it twice. They can only get it twice if a mail server accepts it
 * without ever answering.
 */
async function deliver({ database, siteUrl, sendMail }: Sender, edition: Edition, to: Delivery) {
  const token = randomToken();
  const claimed = await claim(database, to, token);
  if (!claimed) return;
  const { address, isGone } = claimed;
  // Counts as a refusal: the server was tried for three editions in a row.
  if (isGone) return noteRefusal(database, to, null);
  const unsubscribeLink = linkOf(siteUrl, 'unsubscribe', token);
  try {
    const sending = await sendMail(
      { kind: 'newsletter-edition', to: address, ...edition, unsubscribeLink },
      { headers: headersToLeave(unsubscribeLink) },
    );
    if (sending.kind === 'refused') await noteRefusal(database, to, sending.reason);
  } catch (error) {
    await database.asService.query({
      text: `update public.newsletter_deliveries set sent_at = null
        where edition_id = $1 and subscriber_id = $2`,
      values: [to.editionId, to.subscriberId],
    });
    throw error;
  }
}

async function noteRefusal(
  database: Database,
  { editionId, subscriberId }: Delivery,
  /** The server's reply, if it was contacted. */
  said: string | null,
) {
  await database.asService.query({
    text: `update public.newsletter_deliveries
      set refused_at = now(), mailbox_is_gone = private.says_no_mailbox($3)
      where edition_id = $1 and subscriber_id = $2`,
    values: [editionId, subscriberId, said],
  });
}

/** Its link leads to the page that explains how to unsubscribe: the recipient is not on the list. */
export async function sendTrial({ siteUrl, sendMail }: Work, trial: Trial) {
  const unsubscribeLink = `${siteUrl}${links.newsletter('unsubscribe')}`;
  await sendMail({ kind: 'newsletter-edition', ...trial, unsubscribeLink });
}

/** Undefined for a stopped edition, so that its remaining jobs do nothing. */
async function readEdition(database: Database, id: string): Promise<Edition | undefined> {
  const { rows } = await database.asService.query<Edition>({
    text: 'select subject, text from public.newsletter_editions where id = $1 and stopped_at is null',
    values: [id],
  });
  return rows[0];
}

/** Those of a batch who have not got it yet. */
async function findWaiting(database: Database, order: Order): Promise<string[]> {
  const all = 'subscriberId' in order ? [order.subscriberId] : order.subscriberIds;
  const { rows } = await database.asService.query<{ id: string }>({
    text: `select d.subscriber_id as id from public.newsletter_deliveries as d
      join public.newsletter_subscribers as s on s.id = d.subscriber_id
      where d.edition_id = $1 and d.subscriber_id = any ($2) and d.sent_at is null
        and not private.is_blocked_address(s.email)`,
    values: [order.editionId, all],
  });
  return rows.map(({ id }) => id);
}

/** The address; undefined for those who have unsubscribed since, or already have it. */
async function claim(
  database: Database,
  { editionId, subscriberId }: Delivery,
  token: string,
): Promise<{ address: string; isGone: boolean } | undefined> {
  const { rows } = await database.asService.query<{ address: string; isGone: boolean }>({
    name: 'newsletter-claim',
    text: `with marked as (
        update public.newsletter_deliveries as d set sent_at = now()
        from public.newsletter_subscribers as s
        where d.edition_id = $1 and d.subscriber_id = $2 and d.sent_at is null
          and s.id = d.subscriber_id
        returning d.subscriber_id, s.email
      ), link as (
        insert into public.newsletter_tokens (token_hash, subscriber_id, kind)
        select $3, subscriber_id, 'unsubscribe' from marked
      )
      select email as address, private.is_gone_subscriber(subscriber_id) as "isGone" from marked`,
    values: [editionId, subscriberId, sha256(token)],
  });
  return rows[0];
}

type Known = { id: string; differs: 'text' | 'subject' | null; subject: string; since: Date };

/** Found by its subject or by its text: if only one of them is the same, sending is most likely a mistake. */
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

/** Ignores spaces at the ends of lines, which no reader would notice. */
export function hashOf({ text }: Edition): string {
  return sha256(text.replace(/(?<![^\S\n])[^\S\n]+$/gm, '').trim());
}
