import { expect, it } from 'vitest';
import WebSocket from 'ws';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { openSockets } from '#test/support/test-sockets.ts';

const { call, actors, database, bugs } = await openTestApi();
const { port } = await openSockets(call);

type Message = { topic: string; event: string; payload: Record<string, unknown>; ref: string };

/** `from(table).on(…).subscribe()` of supabase-js 1. */
const asVersion1 = { user_token: testKeys.publishableKey };
/** Up to 2.53, and other languages of that time: nothing says whether they use presence. */
const asVersion2 = { config: { broadcast: {}, presence: { key: '' }, postgres_changes: [] } };

/** Joins, and collects what arrives. */
async function join(topic: string, payload: object = asVersion1) {
  const query = `apikey=${testKeys.publishableKey}&vsn=1.0.0`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?${query}`);
  const heard: Message[] = [];
  let look = () => {};
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)));
    look();
  });
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(JSON.stringify({ topic, event: 'phx_join', payload, ref: '1', join_ref: '1' }));
  const say = (event: string, payload: object) =>
    socket.send(JSON.stringify({ topic, event, payload, ref: '2', join_ref: '1' }));
  const next = (event: string) =>
    new Promise<Message>((resolve) => {
      look = () => {
        const found = heard.find((one) => one.event === event);
        if (found) resolve(found);
      };
      look();
    });
  return { say, next };
}

it('a client that names a table in its topic receives its changes as events of their kind', async () => {
  const poster = await actors.signedIn();
  const { next: all } = await join('realtime:public:jobs');
  const { next: some } = await join('realtime:public:jobs:title=eq.Second');
  expect((await all('phx_reply')).payload).toEqual({
    status: 'ok',
    response: { postgres_changes: [{ id: 1, schema: 'public', table: 'jobs' }] },
  });
  for (const next of [all, some]) {
    expect((await next('system')).payload).toMatchObject({
      extension: 'postgres_changes',
      status: 'ok',
    });
  }
  await storeJobs(database, [jobRow(poster.id, { title: 'First' })]);
  await storeJobs(database, [jobRow(poster.id, { title: 'Second' })]);
  const { topic, payload, ref } = await all('INSERT');
  expect({ topic, ref }).toEqual({ topic: 'realtime:public:jobs', ref: null });
  expect(payload).toMatchObject({
    type: 'INSERT',
    schema: 'public',
    table: 'jobs',
    record: { title: 'First' },
    columns: expect.arrayContaining([{ name: 'title', type: 'text' }]),
  });
  expect((await some('INSERT')).payload).toMatchObject({ record: { title: 'Second' } });
});

it('a topic that names no table is joined all the same, and told that it follows nothing', async () => {
  const { next } = await join('realtime:room');
  expect((await next('phx_reply')).payload).toMatchObject({ status: 'ok' });
  expect((await next('system')).payload).toMatchObject({ status: 'error', channel: 'room' });
});

it('one that only watches who is there sees it', async () => {
  const topic = 'realtime:lobby';
  const watching = await join(topic, asVersion2);
  expect((await watching.next('presence_state')).payload).toEqual({});
  const { say } = await join(topic, asVersion2);
  say('presence', { type: 'presence', event: 'track', payload: { name: 'Ada' } });
  const { payload } = await watching.next('presence_diff');
  expect(Object.values(payload.joins as object)).toMatchObject([{ metas: [{ name: 'Ada' }] }]);
  expect(bugs).toEqual([]);
});
