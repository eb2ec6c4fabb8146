import { describe, expect, it } from 'vitest';
import type { Running } from '#api/running.ts';
import type { Work } from '#api/subject.ts';
import { firstPolicies } from '#app/content/legal-texts.ts';
import { accessibility, privacy, terms } from '#app/content/words/legal-texts.ts';
import { newEmail } from '#test/support/people.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testSetUp } from '#test/support/test-set-up.ts';
import { publisher } from './fixture/publisher.ts';
import { sendLegalLetters } from './legal-letters.ts';

const running: Running = {
  setUp: testSetUp,
  wordKinds: [terms, privacy, accessibility],
  postalAddress: undefined,
  renderMail: async () => ({ subject: '', html: '', text: '' }),
  ask: async () => new Response(),
};
const api = await openTestApi({ running });
const { database, actors, post } = api;
const staffActor = createStaffActors(api);
const owner = await staffActor('owner');
const staff = await staffActor('staff');
const { publish, restore } = publisher(api);

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const changed = (effective: string, changes = 'You may now keep two profiles.', lede = 'New.') => ({
  ...firstPolicies.terms,
  ...{ effective, changes, lede },
});
type Now = { version: number; content: object | null; next?: object | null; days?: string[] };
async function now(kind = 'terms') {
  const { rows } = await database.asService.query<{ words: Record<string, Now> }>({
    text: 'select words from private.words_now()',
  });
  return rows[0]?.words[kind];
}
const told = async (email: string) =>
  (await post.sentTo(email)).filter(({ subject }) => /terms|privacy/.test(subject));
async function proved(email = newEmail()) {
  const person = await actors.signedIn(email);
  await database.asService.query({
    text: 'update auth.users set email_proved_at = now() where id = $1',
    values: [person.id],
  });
  return { ...person, email };
}

describe('a legal text', () => {
  it('requires a date until which people have time, and a plain description of what changes', async () => {
    const early = await publish(owner, 'terms', changed(inDays(13)));
    expect(early.status).toBe(400);
    expect(early.body.error).toMatch(/^People are told 14 days before a change counts: .* on\.$/);
    expect((await publish(owner, 'terms', changed(inDays(20), ' '))).body.error).toContain(
      'Say what changes',
    );
    expect((await publish(owner, 'terms', changed('2026-02-30'))).status).toBe(400);
    const unknown = await publish(owner, 'terms', changed(inDays(20), 'Ask {the-boss}.'));
    expect(unknown.body.error).toContain('nothing called {the-boss}');
    // Bypassing the editor gives the same result.
    for (const [content, code] of [
      [changed(inDays(13)), 'SF441'],
      [changed(''), 'SF441'],
      [{ effective: 'soon', changes: 'x' }, 'SF441'],
      [changed(inDays(20), ''), 'SF442'],
    ] as const) {
      await expect(direct('terms', content)).rejects.toMatchObject({ code });
    }
    expect(await now()).toBeUndefined();
  });

  it('starts with a date until which people have time, and without a description of what changes', async () => {
    const begin = async (kind: string) => {
      const response = await api.fetch('/functions/v1/staff-words-of-kind', {
        method: 'POST',
        headers: staff.headers,
        body: JSON.stringify({ kind }),
      });
      return (await response.json()).beginning;
    };
    expect(await begin('terms')).toMatchObject({
      ...firstPolicies.terms,
      effective: inDays(21),
      changes: '',
    });
    expect(await begin('accessibility')).toMatchObject({ effective: inDays(0) });
  });

  it('is for owners, in SQL too', async () => {
    expect((await publish(staff, 'terms', changed(inDays(20)))).body.code).toBe('owner_needed');
    await expect(direct('terms', changed(inDays(20)), staff)).rejects.toMatchObject({
      code: 'SF418',
    });
    await expect(direct('privacy', null, staff)).rejects.toMatchObject({ code: 'SF418' });
  });

  it('is sent to everybody with a proved mailbox, once, and waits for its date', async () => {
    const people = [await proved(), await proved()];
    const unproved = { email: newEmail() };
    await actors.signedIn(unproved.email);
    await api.asAdmin((client) =>
      client
        .query('update auth.users set email_proved_at = null where email = $1', [unproved.email])
        .then(() => {}),
    );
    const blocked = await proved();
    await api.asAdmin((client) =>
      client
        .query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
          blocked.id,
        ])
        .then(() => {}),
    );
    const day = inDays(14);
    expect((await publish(owner, 'terms', changed(day))).body).toEqual({ version: 1 });
    expect(await now()).toMatchObject({
      version: 0,
      content: null,
      next: changed(day),
      days: [day],
    });
    for (const { email } of people) {
      const mails = await told(email);
      expect(mails.map(({ subject }) => subject)).toEqual([
        expect.stringContaining('Our terms of use will change'),
      ]);
      expect(mails[0]?.text).toContain('You may now keep two profiles.');
      expect(mails[0]?.text).not.toMatch(/unsubscribe/i);
    }
    expect(await told(unproved.email)).toEqual([]);
    expect(await told(blocked.email)).toEqual([]);
    // Runs the task again, as after a crash: nobody gets it twice.
    await database.asService.query({
      text: `select queue.add('legal-news', '{"kind":"terms","version":1}')`,
    });
    for (const { email } of people) expect(await told(email)).toHaveLength(1);
    // People who joined later read it on the page.
    expect(await told((await proved()).email)).toEqual([]);

    // Before it takes effect, it is also sent to people who were missed: their sign-up was incomplete, or their
    // mailbox unproved.
    const begun = await proved();
    await api.asAdmin((client) =>
      client.query(
        `update auth.users set created_at = now() - interval '1 day' where id = '${begun.id}';
          update auth.users set email_proved_at = now() where email = '${unproved.email}';
          update graphile_worker._private_jobs set run_at = now() where key = 'legal-news terms 1'`,
      ),
    );
    for (const { email } of [begun, unproved, ...people]) expect(await told(email)).toHaveLength(1);
  });

  it('can be withdrawn before it takes effect, and those who were told are told that too', async () => {
    const late = await proved();
    const { rows } = await database.asService.query<{ email: string }>({
      text: 'select email from auth.users where email_proved_at is not null and banned_until is null order by created_at limit 1',
    });
    expect((await restore(owner, 'terms', 0)).body).toEqual({ version: 2 });
    expect(await now()).toMatchObject({ version: 2, content: null, next: null, days: [] });
    const [first] = rows;
    const subjects = (await told(`${first?.email}`)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(2);
    expect(subjects.join()).toContain('Our terms of use will not change');
    expect(await told(late.email)).toEqual([]);
    expect(await version('terms', inDays(14))).toBeNull();
    // Publishing it again unchanged changes nothing and is not announced.
    await restore(owner, 'terms', 0);
    expect(await told(`${first?.email}`)).toHaveLength(2);
  });

  it('stays readable for everybody once it took effect, even when another follows', async () => {
    const [one, two] = [inDays(15), inDays(40)];
    await publish(owner, 'terms', changed(one, 'First.', 'One.'));
    await publish(owner, 'terms', changed(two, 'Second.', 'Two.'));
    expect(await now()).toMatchObject({ next: { lede: 'One.' }, days: [one, two] });
    expect(await version('terms', one)).toMatchObject({ lede: 'One.' });
    expect(await version('terms', two)).toMatchObject({ lede: 'Two.' });
    expect(await version('terms', inDays(3))).toBeNull();
    expect(await version('announcement', one)).toBeNull();
    // Its effective date has come.
    await api.asAdmin(async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(
        `update staff.words set effective_from = now() - interval '1 day' where content ->> 'lede' = 'One.'`,
      );
    });
    expect(await now()).toMatchObject({ content: { lede: 'One.' }, next: { lede: 'Two.' } });
    // Going back to an earlier version needs a date like any change; going back to the current one does not.
    const refused = await restore(owner, 'terms', 0);
    expect(refused.body.error).toMatch(/^People are told 14 days/);
    const counts = await numberOf('One.');
    // Of these two, one was only told about the current version, and the other also about the one that is now
    // cancelled.
    const [old, informed] = [await proved(), await proved()];
    const letter = (person: string, version: number) =>
      api.asAdmin((client) =>
        client
          .query(
            `insert into private.legal_letters (kind, version, user_id, sent_at) values ('terms', $1, $2, now())
              on conflict (kind, version, user_id) do update set sent_at = now()`,
            [version, person],
          )
          .then(() => {}),
      );
    await letter(old.id, counts);
    await letter(informed.id, counts + 1);
    expect((await restore(owner, 'terms', counts)).status).toBe(200);
    expect(await told(old.email)).toEqual([]);
    expect((await told(informed.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('will not change'),
    ]);
    expect(await now()).toMatchObject({ content: { lede: 'One.' }, next: null, days: [one] });
  });

  it('takes effect at once if people need not be told, or on a future date', async () => {
    const text = { ...firstPolicies.accessibility, lede: 'Tested again.' };
    expect((await publish(owner, 'accessibility', text)).status).toBe(200);
    expect(await now('accessibility')).toMatchObject({ content: { lede: 'Tested again.' } });
    const later = { ...text, lede: 'Later.', effective: inDays(2) };
    expect((await publish(owner, 'accessibility', later)).status).toBe(200);
    expect(await now('accessibility')).toMatchObject({
      content: { lede: 'Tested again.' },
      next: { lede: 'Later.' },
    });
  });
});

describe('the mails', () => {
  it('stop for a version that was replaced, and a mailbox that fails is retried', async () => {
    const person = await proved();
    const take = (version: number) =>
      database.asService.query<{ email: string }>({
        text: `select email from private.take_legal_letter('privacy', $1, $2)`,
        values: [version, person.id],
      });
    await publish(owner, 'privacy', {
      ...firstPolicies.privacy,
      ...{ effective: inDays(30), changes: 'We keep less.' },
    });
    // Not delivered yet: the queue is stopped.
    await database.asService.query({
      text: `select private.queue_legal_letters('privacy', 1, 1000)`,
    });
    expect((await take(1)).rows).toEqual([{ email: person.email }]);
    expect((await take(1)).rows).toEqual([]);
    await database.asService.query({
      text: `select private.return_legal_letter('privacy', 1, $1)`,
      values: [person.id],
    });
    await publish(owner, 'privacy', {
      ...firstPolicies.privacy,
      ...{ effective: inDays(31), changes: 'We keep even less.' },
    });
    expect((await take(1)).rows).toEqual([]);
    const mails = await told(person.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('We keep even less.');
  });

  it('one that cannot be sent holds up no other, and waits; five in a row stop the rest', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => proved()));
    const [first] = people;
    const { body } = await publish(owner, 'privacy', {
      ...firstPolicies.privacy,
      ...{ effective: inDays(32), changes: 'We keep nothing.' },
    });
    const part = {
      kind: 'privacy',
      version: body.version ?? 0,
      people: people.map(({ id }) => id),
    };
    await database.asService.query({
      text: 'select private.queue_legal_letters($1, $2, 1000)',
      values: [part.kind, part.version],
    });
    const tried: string[] = [];
    const send = async (fails: (to: string) => boolean) => {
      tried.length = 0;
      const sendMail = async ({ to }: { to: string }) => {
        tried.push(to);
        if (fails(to)) throw new Error('The mailbox is full.');
      };
      const work = { database, siteUrl: '', sendMail } as unknown as Work;
      await sendLegalLetters(work, part);
    };
    await expect(send(() => true)).rejects.toThrow('The mailbox is full.');
    expect(tried).toHaveLength(5);
    await expect(send((to) => to === first?.email)).rejects.toThrow('The mailbox is full.');
    expect(tried).toHaveLength(7);
    await send(() => false);
    expect(tried).toEqual([first?.email]);
  });

  it('can only be accessed by the queue', async () => {
    for (const person of [actors.anonymous, owner]) {
      for (const table of ['legal_news', 'legal_letters']) {
        const { error } = await person.client
          .schema('private' as never)
          .from(table as never)
          .select('*');
        expect(error).not.toBeNull();
      }
    }
    const asPerson = database.asCaller(owner.caller, (session) =>
      session.query({ text: `select private.queue_legal_letters('terms', 1, 10)` }),
    );
    await expect(asPerson).rejects.toMatchObject({ code: '42501' });
  });
});

async function version(kind: string, day: string) {
  const { data, error } = await actors.anonymous.client.rpc('legal_text', { kind, day });
  expect(error).toBeNull();
  return data;
}
async function numberOf(lede: string): Promise<number> {
  const { rows } = await database.asCaller(owner.caller, (session) =>
    session.query<{ version: number }>({
      text: `select version from staff.words where content ->> 'lede' = $1`,
      values: [lede],
    }),
  );
  return rows[0]?.version ?? 0;
}
/** Bypasses the editor. */
function direct(kind: string, content: object | null, person = owner) {
  return database.asCaller(person.caller, (session) =>
    session.query({
      text: `select staff.publish_words($1, coalesce((select max(version) from staff.words where kind = $1), 0),
        $2, repeat('0', 64), now(), '')`,
      values: [kind, content && JSON.stringify(content)],
    }),
  );
}

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
