import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createApi } from '#api/api.ts';
import { type Actor, signToken } from '#test/support/actors.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { joined, nextBroadcast, openSockets } from '#test/support/test-sockets.ts';

const { call, actors, asAdmin, database, post, bugs, dependencies } = await openTestApi();
const here = await openSockets(call);
/** Another process of the site, on the same database. */
const elsewhere = await openSockets(createApi(dependencies));

await asAdmin((client) =>
  client.query(`
    create policy "everybody signed in hears open rooms" on realtime.messages for select to authenticated
      using (realtime.topic() like 'open:%' or realtime.topic() = 'quiet:' || auth.uid());
    create policy "rooms of one's own" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'open:' || auth.uid() and extension in ('broadcast', 'presence'));
    create table public.listeners (extension text primary key);
    grant select on public.listeners to authenticated;
    create policy "who is let" on realtime.messages for select to authenticated
      using (realtime.topic() like 'partly%' and extension in (select l.extension from public.listeners as l));
    create table public.slips (room text, words text);
    grant insert on public.slips to authenticated;
    create function public.tell_of_slip() returns trigger language plpgsql as $$
    begin
      perform realtime.broadcast_changes(new.room, tg_op, tg_op, tg_table_name, tg_table_schema, new, old, tg_level);
      return null;
    end $$;
    create trigger tell_of_slip after insert on public.slips for each row execute function public.tell_of_slip();
    create policy "broken" on realtime.messages for select to anon using (1 / 0 = 1)`),
);

const tokenOf = ({ headers }: Actor) => headers.authorization?.slice('Bearer '.length);
const isPrivate = { config: { private: true } };
const acked = { config: { private: true, broadcast: { ack: true } } };

describe('a private channel', () => {
  it('can be joined by those whom a policy lets read, and is refused to others', async () => {
    const person = await actors.signedIn();
    await joined(here.connect(tokenOf(person)).channel('open:room', isPrivate));
    const words = 'You do not have permissions to read from this Channel topic: secret';
    await expect(
      joined(here.connect(tokenOf(person)).channel('secret', isPrivate)),
    ).rejects.toThrow(`Unauthorized: ${words}`);
  });

  it.each([
    ['presence', 'partly', 'You no longer have permission to read from this Channel topic: partly'],
    ['', 'partly', 'You do not have permissions to read from this Channel topic: partly'],
    ['', `partly-${'ж'.repeat(100)}`, expect.stringContaining('You do not have permissions')],
  ])(
    'ends with the next token, as does its socket, if only %j may still be received in %s',
    async (left, topic, message) => {
      const set = (...extensions: string[]) =>
        asAdmin(async (client) => {
          await client.query('delete from public.listeners');
          await client.query('insert into public.listeners select unnest($1::text[])', [
            extensions,
          ]);
        });
      await set('broadcast', 'presence');
      const person = await actors.signedIn();
      const closed = Promise.withResolvers<number>();
      class Watched extends WebSocket {
        constructor(address: string, protocols?: string[]) {
          super(address, protocols);
          this.on('close', closed.resolve);
        }
      }
      const client = here.connect(tokenOf(person), { transport: Watched as never });
      const channel = client.channel(topic, {
        config: { private: true, presence: { enabled: true } },
      });
      const told = new Promise<object>((resolve) => channel.on('system', {}, resolve));
      await joined(channel);
      await set(left);
      client.accessToken = async () => signToken({ ...person.caller.claims, iat: 1 });
      await client.setAuth();
      expect(await told).toMatchObject({ extension: 'system', status: 'error', message });
      expect(await closed.promise).toBe(1008);
    },
  );

  it('is refused if the policy fails', async () => {
    await expect(joined(here.connect().channel('open:room', isPrivate))).rejects.toThrow(
      'Unauthorized',
    );
    expect(bugs.splice(0)).toMatchObject([{ code: '22012' }]);
  });

  it('carries only messages of those who may write', async () => {
    const [owner, guest] = [await actors.signedIn(), await actors.signedIn()];
    const room = `open:${owner.id}`;
    const hearing = await joined(here.connect(tokenOf(guest)).channel(room, acked));
    const said = nextBroadcast(hearing, 'word');
    expect(
      await hearing.send({ type: 'broadcast', event: 'word', payload: { from: 'guest' } }),
    ).toBe('error');
    const speaking = await joined(elsewhere.connect(tokenOf(owner)).channel(room, acked));
    expect(
      await speaking.send({ type: 'broadcast', event: 'word', payload: { from: 'owner' } }),
    ).toBe('ok');
    expect(await said).toMatchObject({ payload: { from: 'owner' } });
  });

  it('is separate from the public channel of the same name', async () => {
    const owner = await actors.signedIn();
    const room = `open:${owner.id}`;
    const hearing = await joined(here.connect(tokenOf(owner)).channel(room, isPrivate));
    const said = nextBroadcast(hearing, 'word');
    await here.connect().channel(room).httpSend('word', { from: 'the public one' });
    await hearing.httpSend('word', { from: 'here' });
    expect(await said).toMatchObject({ payload: { from: 'here' } });
  });

  it('receives what SQL sends, including earlier messages', async () => {
    const person = await actors.signedIn();
    const room = 'open:sql';
    const since = Date.now() - 60_000;
    const channel = await joined(here.connect(tokenOf(person)).channel(room, isPrivate));
    const said = nextBroadcast(channel, 'news');
    await database.asService.query({
      text: `select realtime.send('{"n": 1}', 'news', $1)`,
      values: [room],
    });
    expect(await said).toMatchObject({ event: 'news', payload: { n: 1, id: expect.any(String) } });
    const late = elsewhere
      .connect(tokenOf(person))
      .channel(room, { config: { private: true, broadcast: { replay: { since } } } });
    const again = nextBroadcast(late, 'news');
    await joined(late);
    expect(await again).toMatchObject({ payload: { n: 1 }, meta: { replayed: true } });
  });

  it('forgets after three days what SQL has sent', async () => {
    await database.asService.query({
      text: `insert into realtime.messages (topic, extension, private, event, payload, inserted_at)
        select 'open:old', 'broadcast', true, 'news', '{}', now() at time zone 'UTC' - age
        from unnest(array['73 hours', '71 hours']::interval[]) as age`,
    });
    await asAdmin((client) =>
      client.query(`select graphile_worker.add_job('forget-realtime-messages')`),
    );
    await post.deliver();
    const { rowCount } = await database.asService.query({
      text: `select from realtime.messages where topic = 'open:old'`,
    });
    expect(rowCount).toBe(1);
  });

  it('cannot be joined with invalid replay options', async () => {
    const client = here.connect(tokenOf(await actors.signedIn()));
    for (const replay of [{ since: 'yesterday' }, { since: 1.5 }, { since: 0, limit: '9' }]) {
      const config = { private: true, broadcast: { replay: replay as { since: number } } };
      await expect(
        joined(client.channel(`open:${crypto.randomUUID()}`, { config })),
      ).rejects.toThrow('UnableToReplayMessages: Replay params are not valid');
    }
  });

  it('replays nothing to somebody who may only see who is there', async () => {
    await asAdmin((client) =>
      client.query(
        `delete from public.listeners; insert into public.listeners values ('presence')`,
      ),
    );
    const config = {
      private: true,
      presence: { enabled: true },
      broadcast: { replay: { since: 0 } },
    };
    const client = here.connect(tokenOf(await actors.signedIn()));
    const channel = client.channel('partly replayed', { config });
    await expect(joined(channel)).rejects.toThrow(
      'Unauthorized: You do not have permissions to read',
    );
  });

  it('receives bytes that SQL sends, including earlier ones', async () => {
    const person = await actors.signedIn();
    const room = 'open:bytes';
    const replayed = {
      config: { private: true, broadcast: { replay: { since: Date.now() - 60_000 } } },
    };
    const channel = await joined(here.connect(tokenOf(person)).channel(room, isPrivate));
    const said = nextBroadcast(channel, 'news');
    const sent = Buffer.alloc(9_000, 'ø');
    await database.asService.query({
      text: `select realtime.send_binary($2, 'news', $1)`,
      values: [room, sent],
    });
    const bytesOf = ({ payload }: Record<string, unknown>) => Buffer.from(payload as ArrayBuffer);
    expect(bytesOf(await said).equals(sent)).toBe(true);
    expect((await said).meta).toEqual({ id: expect.any(String) });
    const late = elsewhere.connect(tokenOf(person)).channel(room, replayed);
    const again = nextBroadcast(late, 'news');
    await joined(late);
    expect(bytesOf(await again).equals(sent)).toBe(true);
    expect((await again).meta).toMatchObject({ replayed: true });
  });

  it('receives what a trigger sends as the person who made the change, if they may send there', async () => {
    const [owner, guest] = [await actors.signedIn(), await actors.signedIn()];
    const room = `open:${owner.id}`;
    const channel = await joined(here.connect(tokenOf(guest)).channel(room, isPrivate));
    const said = nextBroadcast(channel, 'INSERT');
    const write = (actor: Actor, words: string) =>
      database.asCaller(actor.caller, (session) =>
        session.query({ text: 'insert into public.slips values ($1, $2)', values: [room, words] }),
      );
    // Somebody without the right is not heard, but writes nevertheless.
    await write(guest, 'from the guest');
    await write(owner, 'from the owner');
    expect(await said).toMatchObject({
      payload: { operation: 'INSERT', table: 'slips', record: { words: 'from the owner' } },
    });
    const { rows } = await database.asService.query({ text: 'select words from public.slips' });
    expect(rows).toHaveLength(2);
  });

  it('accepts the secret key everywhere', async () => {
    const service = here.connect(undefined, { params: { apikey: testKeys.secretKey } });
    const speaking = await joined(service.channel('open:any', acked));
    expect(await speaking.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok');
  });
});

it('carries broadcasts from process to process, however long they are', async () => {
  const channel = await joined(here.connect().channel('far'));
  const said = nextBroadcast(channel, 'long');
  const text = 'a word '.repeat(20_000);
  const speaker = await joined(elsewhere.connect().channel('far'));
  await speaker.send({ type: 'broadcast', event: 'long', payload: { text } });
  expect(await said).toMatchObject({ payload: { text } });
});

describe('presence', () => {
  const showing = (key: string) => ({ config: { presence: { key, enabled: true } } });

  it('is visible in every process, changes, and ends when somebody leaves', async () => {
    const watcher = here.connect().channel('lobby', showing('watcher'));
    const steps: string[] = [];
    let step = Promise.withResolvers<void>();
    const until = async (count: number) => {
      while (steps.length < count) {
        await step.promise;
        step = Promise.withResolvers();
      }
    };
    // A member who arrives while the list is being read is reported twice, in the list and separately, as in the
    // original.
    const note = (word: string, key: string, list: object[]) => {
      const refs = /,?"(presence_ref|phx_ref_prev)":"[^"]*"/g;
      const said = `${word} ${key} ${JSON.stringify(list).replace(refs, '')}`;
      if (!steps.includes(said)) steps.push(said);
      step.resolve();
    };
    watcher
      .on('presence', { event: 'join' }, ({ key, newPresences }) => note('join', key, newPresences))
      .on('presence', { event: 'leave' }, ({ key, leftPresences }) =>
        note('leave', key, leftPresences),
      );
    await joined(watcher);
    const other = elsewhere.connect();
    const shown = await joined(other.channel('lobby', showing('other')));
    expect(await shown.track({ at: 'the door' })).toBe('ok');
    await until(1);
    expect(Object.keys(watcher.presenceState())).toEqual(['other']);
    expect(await shown.track({ at: 'the desk' })).toBe('ok');
    await until(3);
    await other.disconnect();
    await until(4);
    expect(steps).toEqual([
      'join other [{"at":"the door"}]',
      'join other [{"at":"the desk"}]',
      'leave other [{"at":"the door"}]',
      'leave other [{"at":"the desk"}]',
    ]);
  });

  it('is sent to people who join later', async () => {
    const early = await joined(elsewhere.connect().channel('hall', showing('early')));
    await early.track({ seat: 1 });
    const late = here.connect().channel('hall', showing('late'));
    const synced = new Promise<void>((resolve) => late.on('presence', { event: 'sync' }, resolve));
    await joined(late);
    await synced;
    expect(late.presenceState()).toMatchObject({ early: [{ seat: 1 }] });
  });

  it('is removed when its process is gone', async () => {
    const gone = await openSockets(createApi(dependencies));
    const shown = await joined(gone.connect().channel('pier', showing('gone')));
    await shown.track({});
    const watcher = here.connect().channel('pier', showing('watcher'));
    const left = new Promise((resolve) =>
      watcher.on('presence', { event: 'leave' }, ({ key }) => resolve(key)),
    );
    const there = new Promise<void>((resolve) =>
      watcher.on('presence', { event: 'join' }, ({ key }) => key === 'gone' && resolve()),
    );
    await joined(watcher);
    await there;
    await gone.stop();
    expect(await left).toBe('gone');
  });

  it('is refused in a private channel without the right, and without an object', async () => {
    const [owner, guest] = [await actors.signedIn(), await actors.signedIn()];
    const room = `open:${owner.id}`;
    const channelOf = (person: Actor) =>
      joined(
        here
          .connect(tokenOf(person))
          .channel(room, { config: { private: true, presence: { enabled: true } } }),
      );
    expect(await (await channelOf(guest)).track({})).toBe('error');
    const own = await channelOf(owner);
    expect(await own.track({})).toBe('ok');
    expect(await own.track([] as unknown as object)).toBe('error');
    expect(await own.untrack()).toBe('ok');
  });
});

it('causes no unexpected errors', () => {
  expect(bugs).toEqual([]);
});
