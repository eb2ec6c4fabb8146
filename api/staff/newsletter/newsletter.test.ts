import { describe, expect, it } from 'vitest';
import type { Running } from '#api/running.ts';
import { renderMail } from '#mail/mail.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testSetUp } from '#test/support/test-set-up.ts';
import { fillQueue, sendEdition } from '../../newsletter/newsletter-editions.ts';
import type { Work } from '../../subject.ts';

/** The page's answer, where no pages are served. */
const pressesLink: Running['ask'] = async (request) => {
  const token = new URL(request.url).searchParams.get('token');
  await api.actors.anonymous.client.rpc('leave_newsletter', { token: `${token}` });
  return new Response();
};
const running: Running = {
  setUp: testSetUp,
  wordKinds: [],
  postalAddress: '1 Test Street, Durham, NC 27701',
  renderMail: (mail) =>
    renderMail(mail, { name: 'Site', email: 'us@site.test', region: 'Here', siteUrl }),
  ask: pressesLink,
};
const api = await openTestApi({ running });
const { database, post } = api;
const staffActor = createStaffActors(api);
const owner = await staffActor('owner');
const staff = await staffActor('staff');

const ask = createStaffCalls(api);

type Saved = { id: string; version: number };
type Progress = { state: string; sent: number; waiting: number };

const words = () => ({
  subject: `News ${crypto.randomUUID()}`,
  text: `Hello ${crypto.randomUUID()}`,
});

async function draft() {
  const { body } = await ask<Saved>(staff, 'save-newsletter', words());
  return body;
}

async function addReaders(count: number) {
  const { rows } = await database.asService.query<{ email: string }>({
    text: `insert into public.newsletter_subscribers (email, consent_text, confirmed_at)
      select gen_random_uuid() || '@readers.example', 'Yes, write to me.', now()
      from generate_series(1, $1) returning email`,
    values: [count],
  });
  return rows.map(({ email }) => email);
}

describe('a newsletter in the browser', () => {
  it('is saved by somebody who read its last version, and previewed in both parts of the email', async () => {
    const first = await draft();
    const next = { ...words(), text: '# Two seats\n\n[Register](https://a.example/r)', ...first };
    expect((await ask(staff, 'save-newsletter', next)).status).toBe(200);
    expect((await ask(owner, 'save-newsletter', next)).body).toMatchObject({
      code: 'changed_meanwhile',
    });
    const shown = await ask<{ html: string; text: string }>(staff, 'preview-newsletter', next);
    expect(shown.body.html).toContain('href="https://a.example/r"');
    expect(shown.body.text).toContain('Two seats');
  });

  it.each([
    '<b>Hi</b>',
    '![](https://a.example/p.png)',
    '[x](javascript:alert(1))',
    '[x](mailto:a@b.example)',
  ])('is refused if an email cannot contain it: %s', async (text) => {
    const answer = await ask(staff, 'save-newsletter', { ...words(), text });
    expect(answer.body).toMatchObject({ error: expect.stringContaining('Line 1') });
  });

  it('goes only to its author as a trial', async () => {
    const { id } = await draft();
    expect((await ask(staff, 'try-newsletter', { id })).body).toEqual({ to: staff.email });
    expect(await post.sentTo(staff.email)).toHaveLength(1);
  });

  it('is sent only by owners, and then keeps its text', async () => {
    const { id, version } = await draft();
    expect((await ask(staff, 'send-newsletter', { id, version })).status).toBe(404);
    expect((await ask(owner, 'send-newsletter', { id, version })).body).toMatchObject({
      state: 'sending',
    });
    await post.deliver();
    expect((await ask(staff, 'newsletter-progress', { id })).body).toMatchObject({ state: 'sent' });
    expect((await ask(staff, 'save-newsletter', { ...words(), id, version })).status).toBe(409);
    expect((await ask(owner, 'remove-newsletter', { id, version })).status).toBe(409);
  });

  it('is not sent again by another draft, in part or as a whole', async () => {
    const sent = words();
    const { body: first } = await ask<Saved>(staff, 'save-newsletter', sent);
    await ask(owner, 'send-newsletter', first);
    for (const again of [
      sent,
      { ...sent, text: words().text },
      { ...sent, subject: words().subject },
    ]) {
      const { body: next } = await ask<Saved>(staff, 'save-newsletter', again);
      expect((await ask(owner, 'send-newsletter', next)).body).toMatchObject({
        code: 'went_out_before',
      });
    }
  });

  it('is sent and removed only in the version that was read', async () => {
    const { id, version } = await draft();
    const { body: changed } = await ask<Saved>(staff, 'save-newsletter', {
      ...words(),
      ...{ id, version },
    });
    for (const act of ['send-newsletter', 'remove-newsletter']) {
      expect((await ask(owner, act, { id, version })).body).toMatchObject({
        code: 'changed_meanwhile',
      });
      // A page that was open while the site was updated.
      expect((await ask(owner, act, { id })).body).toMatchObject({
        error: expect.stringContaining('older than the site'),
      });
    }
    expect((await ask(staff, 'newsletter-progress', { id })).body).toMatchObject({
      state: 'draft',
    });
    const now = { id, version: changed.version };
    expect((await ask(owner, 'remove-newsletter', now)).status).toBe(200);
  });

  it('is not sent without a postal address, or if its unsubscribe link does not work', async () => {
    const { id, version } = await draft();
    const before = await countReaders();
    Object.assign(running, { postalAddress: undefined });
    const withoutAddress = await ask(owner, 'send-newsletter', { id, version });
    Object.assign(running, { postalAddress: 'x', ask: async () => new Response() });
    const withoutWayOut = await ask(owner, 'send-newsletter', { id, version });
    Object.assign(running, { ask: pressesLink });
    for (const { status } of [withoutAddress, withoutWayOut]) expect(status).toBe(409);
    expect((await ask(owner, 'read-newsletter', { id })).body).toMatchObject({
      progress: { state: 'draft' },
    });
    expect(await countReaders()).toBe(before);
  });

  it('does not count blocked people, and is sent once nobody is left waiting for it', async () => {
    const { id, version } = await draft();
    const readersOf = async () =>
      (await ask<Progress & { receivers: number }>(staff, 'newsletter-progress', { id })).body
        .receivers;
    const before = await readersOf();
    const email = `${crypto.randomUUID()}@readers.example`;
    const reader = await api.actors.signedIn(email);
    await database.asService.queryAll([
      {
        text: `insert into public.newsletter_subscribers (email, consent_text, confirmed_at)
          values ($1, 'Yes, write to me.', now())`,
        values: [email],
      },
      { text: 'update auth.users set email_proved_at = now() where id = $1', values: [reader.id] },
    ]);
    expect(await readersOf()).toBe(before + 1);
    const blocked = { person: reader.id, reason: 'They sent spam.' };
    expect((await ask(staff, 'block-person', blocked)).status).toBe(200);
    expect(await readersOf()).toBe(before);

    await addReaders(2);
    await ask(owner, 'send-newsletter', { id, version });
    const editionId = await editionOf(id);
    await fillQueue({ database }, { editionId });
    // The draft and what it became share one row.
    const states = async () =>
      (
        await ask<{ rows: { id: string; state: string }[] }>(staff, 'list-newsletters', {})
      ).body.rows.flatMap((row) => ([id, editionId].includes(row.id) ? [row.state] : []));
    expect(await states()).toEqual(['sending']);
    await post.deliver();
    expect(await states()).toEqual(['sent']);
  });

  it('goes no further when stopped halfway, and when resumed reaches the others once', async () => {
    const readers = await addReaders(60);
    const { id, version } = await draft();
    await ask(owner, 'send-newsletter', { id, version });
    const edition = await editionOf(id);
    // Does by hand what the queue does, so that it can be stopped between two emails.
    await fillQueue({ database }, { editionId: edition });
    const got: string[] = [];
    const work = (
      most: number,
    ): Pick<Work, 'database' | 'siteUrl' | 'postalAddress' | 'sendMail'> => ({
      database,
      siteUrl,
      postalAddress: 'x',
      async sendMail({ to }) {
        got.push(to);
        if (got.length === most) await ask(staff, 'stop-newsletter', { id });
        return { kind: 'sent' };
      },
    });
    const subscriberIds = await placesOf(edition);
    await sendEdition(work(7), { editionId: edition, subscriberIds });
    expect(got).toHaveLength(7);
    expect((await ask<Progress>(staff, 'newsletter-progress', { id })).body).toMatchObject({
      state: 'stopped',
      sent: 7,
      waiting: 0,
    });
    // What is left in the queue reaches nobody.
    await post.deliver();
    expect(await sentSince(edition)).toBe(7);

    expect((await ask(owner, 'send-newsletter', { id, version })).status).toBe(200);
    await post.deliver();
    const { body } = await ask<Progress>(staff, 'newsletter-progress', { id });
    expect(body.state).toBe('sent');
    for (const email of readers) {
      const mails = await lettersTo(email, edition);
      expect(mails + (got.includes(email) ? 1 : 0)).toBe(1);
    }
  });
});

async function countReaders() {
  const { rows } = await database.asService.query<{ count: number }>({
    text: 'select count(*)::int as count from public.newsletter_subscribers',
  });
  return rows[0]?.count;
}

async function editionOf(id: string): Promise<string> {
  let edition = '';
  await api.asAdmin(async (client) => {
    const { rows } = await client.query<{ edition_id: string }>(
      'select edition_id from staff.newsletters where id = $1',
      [id],
    );
    edition = rows[0]?.edition_id ?? '';
  });
  return edition;
}

async function placesOf(edition: string): Promise<string[]> {
  const { rows } = await database.asService.query<{ id: string }>({
    text: 'select subscriber_id as id from public.newsletter_deliveries where edition_id = $1',
    values: [edition],
  });
  return rows.map(({ id }) => id);
}

async function sentSince(edition: string) {
  const { rows } = await database.asService.query<{ count: number }>({
    text: `select count(*)::int as count from public.newsletter_deliveries
      where edition_id = $1 and sent_at is not null`,
    values: [edition],
  });
  return rows[0]?.count;
}

/** Mails in the outbox; those of the stand-in above are not there. */
async function lettersTo(email: string, edition: string) {
  const { rows } = await database.asService.query<{ count: number }>({
    text: `select count(*)::int as count from queue.outbox as o
      join public.newsletter_editions as e on e.subject = o.subject
      where o.recipient = $1 and e.id = $2`,
    values: [email, edition],
  });
  return rows[0]?.count ?? 0;
}

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
