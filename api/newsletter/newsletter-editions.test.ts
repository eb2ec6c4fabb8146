import { describe, expect, it } from 'vitest';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { planEdition, queueEdition, queueTrial, sendEdition } from './newsletter-editions.ts';

const { actors, asAdmin, database, post } = await openTestApi();
const visitor = actors.anonymous.client;

describe('an edition', () => {
  it('goes once to everybody who confirmed, with a way out of their own', async () => {
    const [ada, ben] = [await subscriber(), await subscriber()];
    const waiting = await subscriber(null);
    const edition = newEdition();
    expect(await planEdition(database, edition)).toMatchObject({ kind: 'ready', queued: 0 });
    await queueEdition(database, edition);

    const [toAda] = await post.messagesTo(ada.email);
    const [toBen] = await post.messagesTo(ben.email);
    expect(toAda?.subject).toBe(edition.subject);
    expect(toAda?.html).toContain('<strong>two</strong>');
    expect(toAda?.html).toContain('href="https://a.example/register"');
    expect(toAda?.text).toContain('https://a.example/register');
    expect(toAda?.text).toContain('1 Test Street, Durham, NC 27701');
    expect(tokenIn(toAda?.text)).not.toBe(tokenIn(toBen?.text));
    expect(await post.messagesTo(waiting.email)).toHaveLength(0);

    await visitor.rpc('unsubscribe_from_newsletter', { token: tokenIn(toAda?.text) });
    await queueEdition(database, newEdition());
    expect(await post.messagesTo(ada.email)).toHaveLength(1);
    expect(await post.messagesTo(ben.email)).toHaveLength(2);
  });

  it('sent again reaches only those who came since', async () => {
    const early = await subscriber();
    const edition = newEdition();
    await queueEdition(database, edition);
    expect(await post.messagesTo(early.email)).toHaveLength(1);
    expect(await queueEdition(database, edition)).toBe(0);

    const late = await subscriber();
    expect(await planEdition(database, edition)).toMatchObject({ kind: 'ready', waiting: 1 });
    const [one, two] = await Promise.all([
      queueEdition(database, { ...edition, text: `${edition.text}  \n` }),
      queueEdition(database, edition),
    ]);
    expect(one + two).toBe(1);
    expect(await post.messagesTo(late.email)).toHaveLength(1);
    expect(await post.messagesTo(early.email)).toHaveLength(1);
  });

  it('is refused when only its subject or only its text went out before', async () => {
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

  it('is tried again when the post refuses it, and never after it went', async () => {
    const { id } = await subscriber();
    const edition = newEdition();
    await queueEdition(database, edition);
    const { rows } = await database.asService.query<{ id: string }>({
      text: 'select id from public.newsletter_editions where subject = $1',
      values: [edition.subject],
    });
    const task = { editionId: rows[0]?.id ?? '', subscriberId: id };
    const refuse = async (): Promise<never> => {
      throw new Error('The post is closed.');
    };
    await expect(sendEdition(database, task, siteUrl, refuse)).rejects.toThrow('closed');

    const sent: Record<string, string>[] = [];
    const send = () =>
      sendEdition(database, task, siteUrl, async ({ message, headers }) => {
        expect(headers).toEqual({
          'List-Unsubscribe': `<${message.unsubscribeLink}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        });
        sent.push(headers);
        return { kind: 'sent' };
      });
    await send();
    await send();
    expect(sent).toHaveLength(1);
  });

  it('waits behind every message that somebody is waiting for', async () => {
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
  it('goes to its author alone, who need not be on the list', async () => {
    const reader = await subscriber();
    const edition = newEdition();
    const author = `${crypto.randomUUID()}@people.example`;
    await queueTrial(database, { ...edition, to: author });
    const [message] = await post.messagesTo(author);
    expect(message?.subject).toBe(edition.subject);
    expect(message?.text).toContain(`${siteUrl}/newsletter/unsubscribe`);
    expect(await post.messagesTo(reader.email)).toHaveLength(0);
    expect(await planEdition(database, edition)).toMatchObject({ kind: 'ready', queued: 0 });
  });
});

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
  if (!token) throw new Error('The message has no link to unsubscribe.');
  return token;
}
