import type { ServerBuild } from 'react-router';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { cloneDatabase } from '#test/support/engine.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { clientAddress } from './client-address.ts';
import { readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { createServer } from './server.ts';

const clone = await cloneDatabase(inject('engine'));
const database = openDatabase(clone.login, 5);
afterAll(async () => {
  await database.close();
  await clone.drop();
});

describe('somebody invents a client address for each try', () => {
  const headers = (index: number) => ({
    'x-client-address': `198.51.100.${index}`,
    'x-forwarded-for': `198.51.100.${index}`,
    forwarded: `for=198.51.100.${index}`,
    'x-real-ip': `198.51.100.${index}`,
  });

  it('and is counted as one client all the same', async () => {
    const statuses = await askTimes(31, 'false', headers);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('behind our own proxy only what the proxy added counts', async () => {
    const statuses = await askTimes(31, 'true', (index) => ({
      'x-forwarded-for': `198.51.100.${index}, 203.0.113.50`,
    }));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

it.each([
  ['203.0.113.5', '203.0.113.5'],
  ['203.0.113.5:4711', '203.0.113.5'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', '10.0.0.1'],
  ['', '10.0.0.1'],
])('a proxy that writes "%s" means %s', (written, meant) => {
  expect(clientAddress(`198.51.100.1, ${written}`, '10.0.0.1', true)).toBe(meant);
  expect(clientAddress(written, '10.0.0.1', false)).toBe('10.0.0.1');
});

/** The API answers; there are no pages. */
const noPages = { entry: { module: { keptPaths: [], bootScript: '' } } } as unknown as ServerBuild;

async function askTimes(
  count: number,
  trustProxy: string,
  headers: (index: number) => Record<string, string>,
): Promise<number[]> {
  const socketAddress = trustProxy === 'true' ? '10.0.0.1' : '192.0.2.1';
  const { handle } = await createServer({
    config: readConfig({ TRUST_PROXY: trustProxy, LOG_LEVEL: 'silent' }),
    keys: testKeys,
    database,
    logger: createLogger('silent'),
    build: async () => noPages,
    files: new Map(),
  });
  const statuses = [];
  for (let index = 0; index < count; index += 1) {
    const answer = await handle(
      new Request('http://127.0.0.1:3000/auth/v1/verify', {
        method: 'POST',
        headers: { apikey: testKeys.publishableKey, ...headers(index) },
        body: JSON.stringify({ type: 'email', email: 'a@b.example', token: '123456' }),
      }),
      socketAddress,
    );
    statuses.push(answer.status);
  }
  return statuses;
}
