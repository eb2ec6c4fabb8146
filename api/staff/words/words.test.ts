import { describe, expect, it } from 'vitest';
import type { Running } from '#api/running.ts';
import { wordKinds } from '#app/content/words/kinds.ts';
import { wordKind } from '#domain/site/word-kinds.ts';
import type { WordsOfKind, WordsRow, WordVersionRow } from '#domain/staff/words.ts';
import type { Actor } from '#test/support/actors.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testSetUp } from '#test/support/test-set-up.ts';

/** A kind that only owners may publish, because SQL does not list it. */
const house = wordKind({
  name: 'house',
  title: 'House',
  about: '',
  publishedBy: 'owner',
  page: '/about',
  first: { name: 'The house', doors: [{ name: 'Front' }] },
  fields: {
    name: { type: 'line', label: 'Name', most: 20 },
    doors: {
      ...{ type: 'list', label: 'Doors', itemName: 'Door', least: 1, most: 3, key: 'name' },
      fields: { name: { type: 'line', label: 'Name', most: 20 } },
    },
  },
});
const running: Running = {
  setUp: testSetUp,
  wordKinds: [...wordKinds, house],
  postalAddress: undefined,
  renderMail: async () => ({ subject: '', html: '', text: '' }),
  ask: async () => new Response(),
};
const api = await openTestApi({ running });
const staffActor = createStaffActors(api);
const owner = await staffActor('owner');
const staff = await staffActor('staff');
const other = await staffActor('staff');

const ask = createStaffCalls(api);
const read = async (kind: string) =>
  (await ask<WordsOfKind>(staff, 'words-of-kind', { kind })).body;

type Published = { version?: number; code?: string; error?: string };

/** As the screen does: saves the draft, then publishes it as it was seen. */
async function publish(person: Actor, kind: string, content: object, more: object = {}) {
  const { version, draft } = await read(kind);
  const saved = await ask<{ revision: number; problems: unknown[] }>(person, 'draft-words', {
    ...{ kind, content, revision: draft?.revision ?? 0, basedOn: version },
  });
  if (saved.status !== 200) return { status: saved.status, body: saved.body as Published };
  const { revision } = saved.body;
  return ask<Published>(person, 'publish-words', {
    ...{ kind, version, revision, ...more },
  });
}

async function now() {
  const { rows } = await api.database.asService.query<{
    words: Record<string, { version: number; content: unknown }>;
    seconds: number | null;
  }>({ text: 'select words, seconds from private.words_now()' });
  return rows[0] ?? { words: {}, seconds: null };
}
const line = (text: string) => ({ text, label: '', way: '', from: '', until: '' });

describe('words', () => {
  it('are the release’s until somebody publishes others', async () => {
    const { body } = await ask<{ kinds: WordsRow[] }>(staff, 'words', {});
    expect(body.kinds.map(({ name }) => name)).toEqual([
      ...wordKinds.map(({ name }) => name),
      'house',
    ]);
    expect(body.kinds.every(({ version, hasDraft }) => version === 0 && !hasDraft)).toBe(true);
    expect((await now()).words).toEqual({});
  });

  it('are drafted, published and withdrawn, and each act is logged', async () => {
    let told = 0;
    const stop = await api.database.listen('words_changed', () => {
      told += 1;
    });
    expect((await publish(staff, 'announcement', line('Closed on Friday'))).body).toEqual({
      version: 1,
    });
    await expect.poll(() => told).toBe(1);
    await stop();
    expect((await now()).words.announcement).toEqual({
      version: 1,
      content: line('Closed on Friday'),
    });
    await publish(staff, 'announcement', line('Open on Friday'), { note: 'We open after all' });
    const back = await ask(staff, 'restore-words', {
      ...{ kind: 'announcement', version: 2, restored: 1 },
    });
    expect(back.body).toEqual({ version: 3 });
    expect((await now()).words.announcement?.content).toEqual(line('Closed on Friday'));
    await ask(staff, 'restore-words', { kind: 'announcement', version: 3, restored: 0 });
    expect((await now()).words.announcement).toEqual({ version: 4, content: null });

    const { body: list } = await ask<{ rows: WordVersionRow[] }>(staff, 'list-word-versions', {
      filters: { kind: 'announcement' },
    });
    expect(list.rows.map(({ version, is_first, note }) => [version, is_first, note])).toEqual([
      [4, true, ''],
      [3, false, ''],
      [2, false, 'We open after all'],
      [1, false, ''],
    ]);
    const { body: log } = await ask<{ rows: { act: string; before: object; after: object }[] }>(
      ...([owner, 'list-log', { filters: { act: 'publish-words' } }] as const),
    );
    expect(log.rows[0]).toMatchObject({
      before: { version: 1, text: 'Closed on Friday' },
      after: { version: 2, text: 'Open on Friday' },
    });
  });

  it('are refused if somebody else published or edited in the meantime, and nothing is lost', async () => {
    const { version } = await read('statistics');
    // Short as sent, but longer than the table allows in the database's format.
    const zeros = { note: Array(90_000).fill(0) };
    const long = { kind: 'statistics', content: zeros, revision: 0, basedOn: version };
    expect((await ask(staff, 'draft-words', long)).status).toBe(400);
    const content = { note: 'Mine' };
    const mine = await ask(staff, 'draft-words', {
      ...{ kind: 'statistics', content, revision: 0, basedOn: version },
    });
    const late = await ask(other, 'draft-words', {
      ...{ kind: 'statistics', content: { note: 'Theirs' }, revision: 0, basedOn: version },
    });
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(late.body.error).toContain(staff.email);
    expect((await read('statistics')).draft?.content).toEqual(content);
    // Two people saw the same version: one of them publishes.
    const { first } = await read('statistics');
    const next = await ask(staff, 'draft-words', {
      ...{ kind: 'statistics', content: first, revision: mine.body.revision, basedOn: version },
    });
    const { revision } = next.body;
    const both = await Promise.all(
      [staff, other].map((person) =>
        ask(person, 'publish-words', { kind: 'statistics', version, revision }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const stale = await ask(other, 'restore-words', {
      ...{ kind: 'statistics', version, restored: 0 },
    });
    expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(stale.body.error).toMatch(/has since published version 1/);
  });

  it('keep an unfinished draft, and say what is missing field by field', async () => {
    const content = { text: 'x'.repeat(161), label: 'Read', way: 'javascript:alert(1)' };
    const saved = await ask<{ revision: number; problems: unknown[] }>(staff, 'draft-words', {
      ...{ kind: 'announcement', content, revision: 0, basedOn: 4 },
    });
    expect(saved.body.problems).toEqual([
      { path: 'text', message: 'Use 160 characters at most; these are 161.' },
      {
        path: 'way',
        message: 'It must begin with https:// or http://, or with / for a page of this site.',
      },
    ]);
    expect((await read('announcement')).draft?.content).toEqual(content);
    const { revision } = saved.body;
    const refused = await ask(staff, 'publish-words', {
      ...{ kind: 'announcement', version: 4, revision },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const preview = await ask(staff, 'preview-words', { kind: 'announcement' });
    expect(preview.body.problems).toHaveLength(2);
    await ask(staff, 'remove-words-draft', { kind: 'announcement', revision });
    expect((await read('announcement')).draft).toBeNull();
  });

  it('that a colleague drafted survive restoring an earlier version', async () => {
    const { version } = await read('announcement');
    await ask(other, 'draft-words', {
      ...{ kind: 'announcement', content: line('Theirs'), revision: 0, basedOn: version },
    });
    const back = await ask(staff, 'restore-words', {
      ...{ kind: 'announcement', version, restored: 1 },
    });
    expect(back.status).toBe(200);
    const { draft } = await read('announcement');
    expect(draft).toMatchObject({ content: line('Theirs'), based_on: version });
    await ask(other, 'remove-words-draft', { kind: 'announcement', revision: draft?.revision });
  });

  it('of another draft are neither published nor shown to somebody who saw one that was removed', async () => {
    const { version } = await read('announcement');
    const save = async (person: Actor, text: string) => {
      const body = { kind: 'announcement', content: line(text), revision: 0, basedOn: version };
      return (await ask<{ revision: number }>(person, 'draft-words', body)).body.revision;
    };
    const mine = await save(staff, 'Mine');
    await ask(other, 'remove-words-draft', { kind: 'announcement', revision: mine });
    const theirs = await save(other, 'Theirs');
    for (const name of ['publish-words', 'preview-words', 'remove-words-draft']) {
      expect(
        (await ask(staff, name, { kind: 'announcement', version, revision: mine })).body,
      ).toMatchObject({ code: 'changed_meanwhile' });
    }
    await ask(other, 'remove-words-draft', { kind: 'announcement', revision: theirs });
  });

  it('are limited in size, whoever sends them in whatever way', async () => {
    // The table's limit is in bytes, and a few characters of some scripts are many.
    for (const text of ['x'.repeat(200_000), '€'.repeat(70_000)]) {
      const refused = await ask(staff, 'draft-words', {
        ...{ kind: 'announcement', content: { text }, revision: 0, basedOn: 5 },
      });
      expect(refused.status).toBe(400);
    }
    const past = api.database.asCaller(staff.caller, (session) =>
      session.query({
        text: `select staff.save_word_draft('announcement', 0,
          jsonb_build_object('text', repeat('x', 300000)), 5)`,
      }),
    );
    await expect(past).rejects.toMatchObject({ code: '23514' });
    const strange = { text: 'a\u0000b\u0007c', other: { deep: 1 }, __proto__: 5 };
    expect((await publish(staff, 'announcement', strange)).status).toBe(200);
    expect((await now()).words.announcement?.content).toEqual(line('abc'));
  });

  it('are published at a chosen time, and what is published later replaces them then', async () => {
    const from = new Date(Date.now() + 3_600_000).toISOString();
    await publish(staff, 'announcement', line('From later on'), { from });
    const { words, seconds } = await now();
    expect(words.announcement?.content).toEqual(line('abc'));
    expect(seconds).toBeGreaterThan(3_500);
    expect(await read('announcement')).toMatchObject({ latest: line('From later on') });
    expect((await read('announcement')).comes_at).not.toBeNull();
    await publish(staff, 'announcement', line('Now'));
    expect((await now()).words.announcement?.content).toEqual(line('Now'));
  });

  it('show that a release has changed its own since, until somebody chooses', async () => {
    await publish(staff, 'announcement', line('Ours'));
    expect((await read('announcement')).isReleaseNewer).toBe(false);
    // As if it had been published beside the words of another release.
    await api.asAdmin(async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(
        `update staff.words set first_hash = repeat('0', 64) where kind = 'announcement'`,
      );
      await client.query('reset session_replication_role');
    });
    const before = await read('announcement');
    expect(before.isReleaseNewer).toBe(true);
    const { version } = before;
    await ask(staff, 'restore-words', { kind: 'announcement', version, restored: version });
    expect(await read('announcement')).toMatchObject({
      isReleaseNewer: false,
      latest: line('Ours'),
    });
  });
});

describe('who publishes', () => {
  it('the table of kinds and SQL agree on what staff may publish', async () => {
    const { rows } = await api.database.asCaller(staff.caller, (session) =>
      session.query<{ names: string[] }>({ text: 'select staff.words_of_staff() as names' }),
    );
    for (const { name, publishedBy } of wordKinds) {
      expect([name, rows[0]?.names.includes(name)]).toEqual([name, publishedBy === 'staff']);
    }
  });

  it('staff can only draft what owners publish', async () => {
    const content = { name: 'The new house', doors: [{ name: 'Back' }] };
    const refused = await publish(staff, 'house', content);
    expect(refused).toMatchObject({ status: 403, body: { code: 'owner_needed' } });
    const undo = await ask(staff, 'restore-words', { kind: 'house', version: 0, restored: 0 });
    expect(undo).toMatchObject({ status: 403, body: { code: 'owner_needed' } });
    const direct = api.database.asCaller(staff.caller, (session) =>
      session.query({
        text: `select staff.publish_words('house', 0, '{}', repeat('0', 64), now(), '')`,
      }),
    );
    await expect(direct).rejects.toMatchObject({ code: 'SF418' });
    const late = await staffActor('owner', { shownAgo: '6 minutes' });
    expect((await publish(late, 'house', content)).body.code).toBe('factor_needed_again');
    expect((await publish(owner, 'house', content)).body).toEqual({ version: 1 });
    const twice = { name: 'Ours', doors: [{ name: 'Back' }, { name: 'Back' }] };
    expect((await publish(owner, 'house', twice)).body.error).toContain(
      'doors.1.name: Another door has this already.',
    );
  });

  it('nobody changes or removes what was published, or publishes without a log entry', async () => {
    for (const text of [
      `update staff.words set note = 'forged'`,
      'delete from staff.words',
      'truncate staff.words',
    ]) {
      await expect(api.asAdmin((client) => client.query(text).then(() => {}))).rejects.toThrow(
        'what was published stays',
      );
    }
    const unlogged = api.database.asCaller(owner.caller, (session) =>
      session.query({
        text: `select staff.publish_words('events', 0, '{}', repeat('0', 64), now(), '')`,
      }),
    );
    await expect(unlogged).rejects.toMatchObject({ code: 'SF500' });
  });
});

describe('a preview', () => {
  const seen = async (hash: string) => {
    const { rows } = await api.database.asService.query({
      text: 'select kind, content from private.previewed_words($1)',
      values: [hash],
    });
    return rows;
  };

  it('shows the draft to anybody with its URL, until it expires or its author leaves the staff', async () => {
    const maker = await staffActor('staff');
    const { version, draft } = await read('announcement');
    await ask(maker, 'draft-words', {
      ...{ kind: 'announcement', content: line('Only I see it'), basedOn: version },
      revision: draft?.revision ?? 0,
    });
    const { body } = await ask<{ address: string }>(maker, 'preview-words', {
      kind: 'announcement',
    });
    const token = new URL(body.address, 'https://site.test').searchParams.get('words-preview');
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update(`${token}`).digest('hex');
    expect(await seen(hash)).toMatchObject([{ kind: 'announcement' }]);
    expect(await seen(`${token}`)).toEqual([]);
    await api.asAdmin((client) =>
      client
        .query(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
          maker.id,
        ])
        .then(() => {}),
    );
    expect(await seen(hash)).toEqual([]);
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
