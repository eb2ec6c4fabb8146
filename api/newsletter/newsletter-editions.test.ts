import { describe, expect, it } from 'vitest';
import { countStatements } from '#test/support/count-statements.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import type { Envelope, Work } from '../subject.ts';
import {
  planEdition,
  postalAddressOf,
  queueEdition,
  queueTrial,
  sendByCommand,
  sendEdition,
} from './newsletter-editions.ts';

const { actors, asAdmin, database, post } = await openTestApi();
const visitor = actors.anonymous.client;

describe('an edition', () => {
  it('goes once to everybody who confirmed, each with their own unsubscribe link', async () => {
    const [ada, ben] = [await subscriber(), await subscriber()];
    const waiting = await subscriber(null);
    const edition = newEdition();
    expect(await planEdition(database, edition)).toMatchObject({ kind: 'ready', queued: 0 });
    await queueEdition(database, edition);

    const [toAda] = await post.sentTo(ada.email);
    const [toBen] = await post.sentTo(ben.email);
    expect(toAda?.subject).toBe(edition.subject);
    expect(toAda?.html).toContain('<strong>two</strong>');
    expect(toAda?.html).toContain('href="https://a.example/register"');
    expect(toAda?.text).toContain('https://a.example/register');
    expect(toAda?.text).toContain('1 Test Street, Durham, NC 27701');
    expect(tokenIn(toAda?.text)).not.toBe(tokenIn(toBen?.text));
    expect(await post.sentTo(waiting.email)).toHaveLength(0);

    await visitor.rpc('leave_newsletter', { token: tokenIn(toAda?.text) });
    await queueEdition(database, newEdition());
    expect(await post.sentTo(ada.email)).toHaveLength(1);
    expect(await post.sentTo(ben.email)).toHaveLength(2);
  });

  it('sent again reaches only those who subscribed since', async () => {
    const early = await subscriber();
    const edition = newEdition();
    await queueEdition(database, edition);
    expect(await post.sentTo(early.email)).toHaveLength(1);
    expect(await queueEdition(database, edition)).toBe(0);

    const late = await subscriber();
    expect(await planEdition(database, edition)).toMatchObject({ kind: 'ready', waiting: 1 });
    const [one, two] = await Promise.all([
      queueEdition(database, { ...edition, text: `${edition.text}  \n` }),
      queueEdition(database, edition),
    ]);
    expect(one + two).toBe(1);
    expect(await post.sentTo(late.email)).toHaveLength(1);
    expect(await post.sentTo(early.email)).toHaveLength(1);
  });

  it('is refused if only its subject or only its text was sent before', async () => {
    const edition = newEdition();
    await queueEdition(database, edition);
    const other = newEdition();
    const mended = { ...edition, text: other.text };
    expect(await planEdition(database, mended)).toMatchObject({ kind: 'clash', differs: 'text' });
    const renamed = { ...edition, subject: other.subject };
    expect(await planEdition(database, renamed)).toMatchObject({
      kind: 'clash',
      differs: 'subject',
      subject: edition.subject,
    });
    await expect(queueEdition(database, mended)).rejects.toThrow('under this subject');
  });

  it('is retried if the mail server refuses it, and never after it was sent', async () => {
    const { id } = await subscriber();
    const edition = newEdition();
    await queueEdition(database, edition);
    const { rows } = await database.asService.query<{ id: string }>({
      text: 'select id from public.newsletter_editions where subject = $1',
      values: [edition.subject],
    });
    const work = { database, siteUrl, postalAddress: '1 Test Street, Durham' };
    const task = { editionId: rows[0]?.id ?? '', subscriberId: id };
    const refuse = async (): Promise<never> => {
      throw new Error('The post is closed.');
    };
    await expect(sendEdition({ ...work, sendMail: refuse }, task)).rejects.toThrow('closed');

    const sent: (Envelope | undefined)[] = [];
    const send = () =>
      sendEdition(
        {
          ...work,
          async sendMail(mail, envelope) {
            const link = 'unsubscribeLink' in mail ? mail.unsubscribeLink : undefined;
            expect(envelope?.headers).toEqual({
              'List-Unsubscribe': `<${link}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            });
            sent.push(envelope);
            return { kind: 'sent' };
          },
        },
        task,
      );
    await send();
    await send();
    expect(sent).toHaveLength(1);
  });

  describe('sent to a batch of the list', () => {
    it('continues where the process was killed: those who had it do not get it again, and the others do', async () => {
      const { order, addresses } = await part(6);
      const first: string[] = [];
      const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
      sendEdition(
        workWith(async ({ to }) => {
          first.push(to);
          if (first.length < 3) return { kind: 'sent' };
          kill();
          return new Promise(() => {}); // it is on its way, and nobody ever hears of it
        }),
        order,
      );
      await killed;
      const second = await sendTo(order);
      expect(second).toHaveLength(3);
      expect([...first, ...second].toSorted()).toEqual(addresses.toSorted());
      expect(await sendTo(order)).toEqual([]);
    });

    it('goes to everybody except those the mail server defers, and to them with the next retry', async () => {
      const { order, addresses } = await part(4);
      const [unlucky = ''] = addresses;
      const first = await sendTo(order, (to) => to === unlucky);
      expect(first).toHaveLength(3);
      expect(await sendTo(order)).toEqual([unlucky]);
    });

    it('waits if the mail server accepts none', async () => {
      const { order, addresses } = await part(9);
      const tried: string[] = [];
      await sendTo(order, (to) => tried.push(to) > 0);
      expect(tried).toHaveLength(5);
      expect((await sendTo(order)).toSorted()).toEqual(addresses.toSorted());
    });

    it('costs one statement per email, and two for all of them', async () => {
      const { order } = await part(5);
      const { counted, asked } = countStatements(database);
      await sendEdition({ ...workWith(async () => ({ kind: 'sent' })), database: counted }, order);
      expect(asked.filter((name) => name === 'newsletter-claim')).toHaveLength(5);
      expect(asked).toHaveLength(7);
    });

    it('still handles a job of an earlier version for one person', async () => {
      const { order, ids, addresses } = await part(1);
      const [subscriberId = ''] = ids;
      expect(await sendTo({ editionId: order.editionId, subscriberId })).toEqual(addresses);
    });
  });

  it('is tried as often as every other email, and so is a legal text', async () => {
    await asAdmin(async (client) => {
      const { rows } = await client.query(
        `select distinct said[1]::int as times from pg_proc as p,
            regexp_matches(p.prosrc, 'max_attempts => (\\d+)', 'g') as said
          where p.proname <> 'add_demo_mails'`,
      );
      expect(rows).toEqual([{ times: 16 }]);
    });
  });

  it('waits behind every email that somebody is waiting for', async () => {
    await subscriber();
    await queueEdition(database, newEdition());
    await asAdmin(async (client) => {
      const { rows } = await client.query(
        `select min(priority) as first from graphile_worker.jobs
          where task_identifier = 'newsletter-edition'`,
      );
      expect(rows).toEqual([{ first: 10 }]); // the others have 0
    });
    await post.deliver();
  });
});

describe('a trial', () => {
  it('goes only to its author, who need not be on the list', async () => {
    const reader = await subscriber();
    const edition = newEdition();
    const author = `${crypto.randomUUID()}@people.example`;
    await queueTrial(database, { ...edition, to: author });
    const [mail] = await post.sentTo(author);
    expect(mail?.subject).toBe(edition.subject);
    expect(mail?.text).toContain(`${siteUrl}/newsletter/unsubscribe`);
    expect(await post.sentTo(reader.email)).toHaveLength(0);
    expect(await planEdition(database, edition)).toMatchObject({ kind: 'ready', queued: 0 });
  });
});

type SendMail = Work['sendMail'];
type Order = Parameters<typeof sendEdition>[1];

const workWith = (sendMail: SendMail) => ({
  database,
  siteUrl,
  postalAddress: '1 Test Street, Durham',
  sendMail,
});

/** Returns who got it; the mail server defers the others. */
async function sendTo(order: Order, isPutOff: (to: string) => boolean = () => false) {
  const sent: string[] = [];
  await sendEdition(
    workWith(async ({ to }) => {
      if (isPutOff(to)) throw new Error('451 later');
      sent.push(to);
      return { kind: 'sent' };
    }),
    order,
  ).catch((error) => expect(error.message).toBe('451 later'));
  return sent;
}

/** A new batch of that many subscribers who are to get an edition. */
async function part(count: number) {
  const people = [];
  for (let n = 0; n < count; n += 1) people.push(await subscriber());
  const ids = people.map(({ id }) => id);
  const { subject, text } = newEdition();
  const { rows } = await database.asService.query<{ id: string }>({
    text: `with edition as (
        insert into public.newsletter_editions (subject, text, text_hash)
        values ($1, $2, encode(sha256(convert_to($2, 'UTF8')), 'hex')) returning id
      ), deliveries as (
        insert into public.newsletter_deliveries (edition_id, subscriber_id)
        select edition.id, chosen from edition, unnest($3::uuid[]) as chosen
      )
      select id from edition`,
    values: [subject, text, ids],
  });
  const order = { editionId: rows[0]?.id ?? '', subscriberIds: ids };
  return { order, ids, addresses: people.map(({ email }) => email) };
}

async function subscriber(confirmedAt: string | null = '2026-01-02T03:04:05Z') {
  const email = `${crypto.randomUUID()}@people.example`;
  const { rows } = await database.asService.query<{ id: string }>({
    text: `insert into public.newsletter_subscribers (email, consent_text, confirmed_at)
      values ($1, 'Yes, write to me.', $2) returning id`,
    values: [email, confirmedAt],
  });
  return { email, id: rows[0]?.id ?? '' };
}

function newEdition() {
  const subject = `News ${crypto.randomUUID()}`;
  const text = `## ${subject}\n\nThere are **two** seats. [Register](https://a.example/register)`;
  return { subject, text };
}

function tokenIn(text: string | undefined): string {
  const token = text?.match(/\/newsletter\/unsubscribe\?token=([\w-]{43})/)?.[1];
  if (!token) throw new Error('The mail has no link to unsubscribe.');
  return token;
}

describe('a command that sends one', () => {
  it('is in the staff log if it sent something', async () => {
    await subscriber();
    const edition = newEdition();
    const count = await sendByCommand(database, edition);
    expect(await sendByCommand(database, edition)).toBe(0);
    let entries: unknown[] = [];
    await asAdmin(async (client) => {
      const { rows } = await client.query(
        `select d.after from staff.log as l join staff.log_details as d using (position)
          where l.act = 'send-newsletter' and l.actor_kind = 'command' and d.after ->> 'subject' = $1`,
        [edition.subject],
      );
      entries = rows;
    });
    expect(entries).toEqual([{ after: { subject: edition.subject, receivers: count } }]);
  });

  it('uses the postal address that an owner entered under Words', async () => {
    expect(await postalAddressOf(database, undefined)).toBeUndefined();
    expect(await postalAddressOf(database, '1 Setting Street')).toBe('1 Setting Street');
    await asAdmin((client) =>
      client.query(
        `set session_replication_role = replica;
        insert into staff.words (kind, version, content, first_hash)
          values ('brand', 1, '{"postalAddress": "1 Main Street"}', repeat('0', 64));
        reset session_replication_role`,
      ),
    );
    expect(await postalAddressOf(database, '1 Setting Street')).toBe('1 Main Street');
  });
});
