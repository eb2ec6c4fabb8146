import { afterAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { cloneDatabase } from '#test/support/engine.ts';
import { noPages } from '#test/support/no-pages.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { createLogger } from '../logger.ts';
import { createServer } from '../server.ts';
import { readConfig } from '../settings/config.ts';

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

  it('and still counts as one client', async () => {
    const statuses = await askTimes(31, 'false', headers);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('and behind our own proxy only what the proxy added counts', async () => {
    const statuses = await askTimes(31, 'true', (index) => ({
      'x-forwarded-for': `198.51.100.${index}, 203.0.113.50`,
    }));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('whatever a proxy adds', () => {
  const server = openServer('true');
  const signIn = (address: string) => async (forwarded: string | undefined) => {
    const { handle } = await server;
    const email = `${crypto.randomUUID()}@people.example`;
    const send = (path: string, body: object) =>
      handle(
        new Request(`http://127.0.0.1:3000/auth/v1/${path}`, {
          method: 'POST',
          headers: {
            apikey: testKeys.publishableKey,
            ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
          },
          body: JSON.stringify({ email, ...body }),
        }),
        address,
      );
    expect((await send('signup', { password: 'a-long-enough-password' })).status).toBe(200);
    const answer = await send('token?grant_type=password', { password: 'a-long-enough-password' });
    expect([forwarded, answer.status]).toEqual([forwarded, 200]);
    const { rows } = await database.asService.query<{ ip: string | null }>({
      text: `select host(ip) as ip from auth.sessions where user_id = (
        select id from auth.users where email = $1)`,
      values: [email],
    });
    return rows[0]?.ip;
  };

  it('somebody signs in, and the session records the address without its port', async () => {
    const behind = signIn('10.0.0.1');
    expect(await behind('198.51.100.1, 203.0.113.50:52044')).toBe('203.0.113.50');
    expect(await behind('[2001:db8::7]:443')).toBe('2001:db8::7');
    expect(await behind('::ffff:203.0.113.50')).toBe('203.0.113.50');
  });

  it('and if it adds nothing that is an address, the proxy itself is recorded', async () => {
    const behind = signIn('::ffff:10.0.0.1');
    const garbage = ['unknown', '', ', ', '203.0.113.50, ', '203.0.113.50, _x', '9'.repeat(8_000)];
    for (const added of [undefined, ...garbage]) expect(await behind(added)).toBe('10.0.0.1');
    expect(await signIn('fe80::1%eth0')('unknown')).toBe('fe80::1');
    expect(await signIn('')('unknown')).toBeNull();
  });
});

async function openServer(trustProxy: string) {
  return createServer({
    // Generous on a local site.
    config: readConfig({
      AUTH_LIMIT_VERIFICATIONS: '30/300',
      TRUST_PROXY: trustProxy,
      LOG_LEVEL: 'silent',
    }),
    keys: testKeys,
    database,
    logger: createLogger('silent'),
    build: async () => noPages,
    files: new Map(),
  });
}

async function askTimes(
  count: number,
  trustProxy: string,
  headers: (index: number) => Record<string, string>,
): Promise<number[]> {
  const socketAddress = trustProxy === 'true' ? '10.0.0.1' : '192.0.2.1';
  const { handle } = await openServer(trustProxy);
  const statuses = [];
  for (let index = 0; index < count; index += 1) {
    const answer = await handle(
      new Request('http://127.0.0.1:3000/auth/v1/verify', {
        method: 'POST',
        headers: { apikey: testKeys.publishableKey, ...headers(index) },
        // Another address each time, because the codes for one address are counted too.
        body: JSON.stringify({ type: 'email', email: `a${index}@b.example`, token: '123456' }),
      }),
      socketAddress,
    );
    statuses.push(answer.status);
  }
  return statuses;
}
