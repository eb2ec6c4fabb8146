import { afterAll, expect, it } from 'vitest';
import { listen } from '../listen.ts';
import { largeBodies } from './large-bodies.ts';

const answered = async (request: Request) => new Response(await request.text());
const { port, close } = await listen(answered, '127.0.0.1', 0, {
  door: {
    clientOf: ({ headers }) => String(headers['x-client']),
    // No second one may even wait.
    large: {
      leastBytes: 1_000,
      pause: 1e12,
      turns: { ...largeBodies.turns, atOnce: 10, mostWaitingOfOne: 0 },
    },
  },
});
afterAll(close);

async function send(client: string, bytes: number, path = '/rest/v1/jobs') {
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'x-client': client },
    body: 'x'.repeat(bytes),
  });
  return status;
}

it('a client sends one large body after the other, with a pause, and anything else at any time', async () => {
  expect(await send('one', 1_000)).toBe(200);
  for (const path of ['/rest/v1/jobs', '/functions/v1/report-job', '/jobs']) {
    expect(await send('one', 1_000, path)).toBe(429);
  }
  expect(await send('one', 999)).toBe(200);
  expect(await send('one', 100_000, '/storage/v1/object/avatars/me')).toBe(200);
  expect(await send('another', 1_000)).toBe(200);
  // All networks of one /48 are one client here.
  expect(await send('2001:db8:1:1::/64', 1_000)).toBe(200);
  expect(await send('2001:db8:1:2::/64', 1_000)).toBe(429);
});
