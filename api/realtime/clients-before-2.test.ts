import { expect, it } from 'vitest';
import WebSocket from 'ws';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { openSockets } from '#test/support/test-sockets.ts';

const { call, actors, database, bugs } = await openTestApi();
const { port } = await openSockets(call);

type Message = { topic: string; event: string; payload: Record<string, unknown>; ref: string };

/** Joins as `from(table).on(…).subscribe()` of supabase-js 1 does, and hears what comes. */
async function follow(topic: string) {
  const query = `apikey=${testKeys.publishableKey}&vsn=1.0.0`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?${query}`);
  const heard: Message[] = [];
  let look = () => {};
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)));
    look();
  });
  await new Promise((resolve) => socket.on('open', resolve));
  const payload = { user_token: testKeys.publishableKey };
  socket.send(JSON.stringify({ topic, event: 'phx_join', payload, ref: '1', join_ref: '1' }));
  return (event: string) =>
    new Promise<Message>((resolve) => {
      look = () => {
        const found = heard.find((one) => one.event === event);
        if (found) resolve(found);
      };
      look();
    });
}

it('a client that names a table in its topic hears its changes as events of their kind', async () => {
  const poster = await actors.signedIn();
  const all = await follow('realtime:public:jobs');
  const some = await follow('realtime:public:jobs:title=eq.Second');
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

it('a topic that names no table is joined all the same, and hears that it follows nothing', async () => {
  const next = await follow('realtime:room');
  expect((await next('phx_reply')).payload).toMatchObject({ status: 'ok' });
  expect((await next('system')).payload).toMatchObject({ status: 'error', channel: 'room' });
  expect(bugs).toEqual([]);
});
