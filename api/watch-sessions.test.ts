import { afterAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#database/database.ts';
import type { Channels } from '#database/lines/listen.ts';
import type { Statement } from '#database/statement.ts';
import { signedInPerson } from '#test/support/people.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { createApi } from './api.ts';
import { watchSessions } from './watch-sessions.ts';

const { call, actors, database, dependencies, login, asAdmin } = await openTestApi();

/** Another process of the site, with its own connections and memory. */
function openSecond(change: (database: Database) => Partial<Database> = () => ({})) {
  const own = openDatabase(login, 3);
  afterAll(() => own.close());
  return createApi({ ...dependencies, database: { ...own, ...change(own) } });
}

const statusAt = async (process: typeof call, token: string) => {
  const headers = { apikey: testKeys.publishableKey, authorization: `Bearer ${token}` };
  return (await process(new Request(`${siteUrl}/rest/v1/jobs?select=id`, { headers }))).status;
};

/** Repeats until the session is cached and the cache is trusted. */
async function warm(process: typeof call, token: string) {
  for (let asked = 0; asked < 20; asked += 1) expect(await statusAt(process, token)).toBe(200);
}

describe('two processes', () => {
  const second = openSecond();

  it('learn of each other’s sign-outs and bans within a second', async () => {
    const leaving = await signedInPerson(call);
    const banned = await signedInPerson(call);
    const tokens = [leaving, banned].map(({ session }) => session.access_token);
    for (const token of tokens) await Promise.all([warm(call, token), warm(second, token)]);
    await leaving.browser.auth.signOut();
    await actors.staff.client.auth.admin.updateUserById(banned.user.id, { ban_duration: '1h' });
    const begin = performance.now();
    for (const token of tokens) {
      await expect.poll(() => statusAt(second, token)).toBe(403);
    }
    // The promise is for a quiet machine; elsewhere the log of the test shows the time.
    console.info(`refused elsewhere after ${Math.round(performance.now() - begin)} ms`);
  });
});

it('a ban and the end of an account are told also where no session is left', async () => {
  const { id } = await actors.signedIn();
  const heard: string[] = [];
  const stop = await database.listen('sessions_changed', (word) => heard.push(word));
  const changes = [
    'delete from auth.sessions where user_id = $1',
    "update auth.users set banned_until = now() + interval '1 hour' where id = $1",
    'delete from auth.users where id = $1',
  ];
  for (const [nth, text] of changes.entries()) {
    await database.asService.query({ text, values: [id] });
    await expect.poll(() => heard.filter((word) => word === id).length).toBe(nth + 1);
  }
  await stop();
});

describe('the cache', () => {
  /** A process that counts how often it queries the database for a session. */
  function counting() {
    const asked = { times: 0 };
    const process = openSecond((own) => ({
      asService: {
        ...own.asService,
        query: (statement) => {
          if (statement.name === 'session-state') asked.times += 1;
          return own.asService.query(statement);
        },
      },
    }));
    return { asked, process };
  }

  const hearingOnlySchemas = (otherwise: Database['listen']) => (own: Database) => ({
    listen: (channels: Channels, heard: (word: string) => void) =>
      channels.includes('schema_changed')
        ? own.listen(channels, heard)
        : otherwise(channels, heard),
  });

  it('answers for a session that is used again and again', async () => {
    const { asked, process } = counting();
    const { session } = await signedInPerson(call);
    const recalls = async () => {
      const before = asked.times;
      await Promise.all(Array.from({ length: 20 }, () => statusAt(process, session.access_token)));
      return 20 - (asked.times - before);
    };
    await expect.poll(recalls).toBe(20);
  });

  it('is not trusted if nothing is ever received', async () => {
    const deaf = openSecond(hearingOnlySchemas(async () => async () => {}));
    const { session, browser } = await signedInPerson(call);
    await warm(deaf, session.access_token);
    await browser.auth.signOut();
    expect(await statusAt(deaf, session.access_token)).toBe(403);
  });

  it('is not trusted if the connection cannot be opened', async () => {
    const deaf = openSecond(hearingOnlySchemas(() => Promise.reject(new Error('no line'))));
    const { session, browser } = await signedInPerson(call);
    await warm(deaf, session.access_token);
    await browser.auth.signOut();
    expect(await statusAt(deaf, session.access_token)).toBe(403);
  });

  it('is emptied when the connection was lost, and what happened in the meantime counts', async () => {
    const process = openSecond();
    const { session, user } = await signedInPerson(call);
    await warm(process, session.access_token);
    await asAdmin(async (client) => {
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen "sessions_changed"%'`);
      // Without a notification, as if it had happened before the connection was restored.
      await client.query('alter table auth.sessions disable trigger user');
      await client.query('delete from auth.sessions where user_id = $1', [user.id]);
      await client.query('alter table auth.sessions enable trigger user');
    });
    await expect.poll(() => statusAt(process, session.access_token)).toBe(403);
  });

  it('does not keep what was read before a change announced meanwhile', async () => {
    const { session, user } = await signedInPerson(call);
    const sessionId = JSON.parse(atob(session.access_token.split('.')[1] ?? '')).session_id;
    let tell: (word: string) => void = () => {};
    let hold: Promise<unknown> = Promise.resolve();
    const sessions = watchSessions({
      ...database,
      listen: async (channel, heard) => {
        tell = heard;
        return database.listen(channel, heard);
      },
      asService: {
        ...database.asService,
        query: async <Row>(statement: Statement) => {
          const result = await database.asService.query<Row>(statement);
          if (statement.name === 'session-state') await hold;
          return result;
        },
      },
    });
    const recall = () => sessions.recall(user.id, sessionId);
    await expect
      .poll(async () => (await sessions.read(user.id, sessionId)) && recall())
      .toBeDefined();

    tell(user.id);
    expect(recall()).toBeUndefined();
    let release: (value?: unknown) => void = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const early = sessions.read(user.id, sessionId);
    tell(user.id);
    release();
    expect(await early).toMatchObject({ aal: 'aal1' });
    expect(recall()).toBeUndefined();
  });
});
