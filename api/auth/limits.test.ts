import { describe, expect, it, vi } from 'vitest';
import { newEmail, openBrowser, randomAddress, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { openLimitedApi } from './fixture/limited.ts';

const { call, database, dependencies, letters, post, signIn, waitPast } = await openLimitedApi();

const automatic = await openTestApi({
  auth: { settings: { confirmation: 'automatic', limits: {} } },
});

describe('limits', () => {
  it('allow one letter a minute to an address, and say when to come again', async () => {
    const email = newEmail();
    const ask = () => post('/recover', { email }, randomAddress());
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await refused.json()).toMatchObject({ error_code: 'over_email_send_rate_limit' });
    await waitPast('letterTo');
    expect((await ask()).status).toBe(200);
    // Expired limits are cleaned up, and the others still apply.
    await waitPast('letterFrom');
    await database.asService.query({ text: `select queue.add('clean-limits', '{}')` });
    await letters.deliver();
    const { rows } = await database.asService.query({
      text: 'select key from private.rate_limits where expire = 0',
    });
    expect(rows).toEqual([]);
    expect((await ask()).status).toBe(429);
    // One mailbox, however its address is spelled.
    const asked = [];
    for (const box of [
      'kim.sample@gmail.com',
      'k.i.m.sample+jobs@gmail.com',
      'KimSample@googlemail.com',
    ]) {
      asked.push((await post('/recover', { email: box }, randomAddress())).status);
    }
    expect(asked).toEqual([200, 429, 429]);
  });

  it('allow one second-factor code a minute to a phone', async () => {
    const { browser } = await signedInPerson(call);
    const phone = '15551230096';
    const { data } = await browser.auth.mfa.enroll({ factorType: 'phone', phone });
    const ask = () => browser.auth.mfa.challenge({ factorId: data?.id ?? '' });
    expect((await ask()).error).toBeNull();
    expect((await ask()).error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
  });

  it('allow one client thirty letters an hour', async () => {
    const address = randomAddress();
    const statuses = [];
    for (let asked = 0; asked < 30; asked += 1) {
      statuses.push((await post('/recover', { email: newEmail() }, address)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    const refused = await post('/recover', { email: newEmail() }, address);
    expect(refused.status).toBe(429);
    expect((await refused.json()).msg).toMatch(
      /^For security purposes, you can only request this after \d{4} seconds \((59|60) minutes\)\.$/,
    );
  });

  it('do not count letters for the client that may not go to their address yet', async () => {
    const [address, email] = ['2001:db8:47:1::1', newEmail()];
    expect((await post('/recover', { email }, address)).status).toBe(200);
    for (let asked = 0; asked < 30; asked += 1) {
      expect((await post('/recover', { email }, address)).status).toBe(429);
    }
    expect((await post('/recover', { email: newEmail() }, address)).status).toBe(200);
    // Nor for its neighbors.
    const { rows } = await database.asService.query({
      text: `select points from private.rate_limits where key like 'letterFrom-around:%'`,
    });
    expect(rows).toEqual([{ points: 2 }]);
  });

  it('allow one client five letters an hour to a mailbox, and never keep its owner waiting by being refused', async () => {
    const [stranger, neighbor] = ['2001:db8:48:1::1', '2001:db8:48:2::1'];
    const [email, statuses] = [newEmail(), [] as number[]];
    for (const [asked, address] of [...Array(8).fill(stranger), neighbor].entries()) {
      const box = asked % 2 ? email.replace('@', `+${asked}@`) : email;
      statuses.push((await post('/recover', { email: box }, address)).status);
      await waitPast('letterTo');
    }
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(4).fill(429)]);
    await post('/recover', { email }, stranger);
    expect((await post('/recover', { email }, randomAddress())).status).toBe(200);
    expect((await post('/recover', { email: newEmail() }, stranger)).status).toBe(200);
  });

  it('count no letter if none is sent, and each guess for its client', async () => {
    const [email, guesser] = [newEmail(), randomAddress()];
    const ask = async (body: object, address: string) =>
      (await post('/otp', body, address, automatic.call)).status;
    expect(await ask({ email, create_user: false }, randomAddress())).toBe(422);
    expect(await ask({ email }, randomAddress())).toBe(200);
    const statuses = [];
    for (let guessed = 0; guessed < 31; guessed += 1) {
      statuses.push(await ask({ email: newEmail(), create_user: false }, guesser));
    }
    expect(statuses).toEqual([...Array(30).fill(422), 429]);
    expect(await ask({ email, create_user: false }, guesser)).toBe(429);
  });

  it('count the whole /64 of an IPv6 client as one, and its neighbor as another', async () => {
    const ask = (address: string) =>
      post('/verify', { type: 'email', email: newEmail(), token: '000000' }, address);
    for (let tried = 0; tried < 30; tried += 1) await ask(`2001:db8:1:1::${tried.toString(16)}`);
    expect((await ask('2001:db8:1:1:ffff::1')).status).toBe(429);
    expect((await ask('2001:db8:1:2::1')).status).toBe(403);
  });

  it('give a whole /48, which one person can have, the shares of sixteen clients', async () => {
    const tight = await openTestApi({
      auth: {
        settings: {
          limits: {
            verification: { count: 2, seconds: 300 },
            refresh: { count: 2, seconds: 300 },
            passwordOfClient: { free: 1, longest: 900 },
          },
        },
      },
    });
    const ask = (address: string) =>
      post('/verify', { type: 'email', email: newEmail(), token: '000000' }, address, tight.call);
    const statuses: number[] = [];
    for (let net = 0; net < 18; net += 1) {
      const address = `2001:db8:48:${net.toString(16)}::1`;
      const some = await Promise.all([ask(address), ask(address)]);
      statuses.push(...some.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 403)).toHaveLength(16 * 2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * 2);
    expect((await ask('2001:db8:49::1')).status).toBe(403);

    const renew = (address: string) => {
      const token = { refresh_token: crypto.randomUUID() };
      return post('/token?grant_type=refresh_token', token, address, tight.call);
    };
    const renewals: number[] = [];
    for (let asked = 0; asked < 3; asked += 1) renewals.push((await renew('192.0.2.7')).status);
    expect(renewals).toEqual([400, 400, 429]);

    const guess = (address: string) => {
      const words = { email: newEmail(), password: 'wrong' };
      return post('/token?grant_type=password', words, address, tight.call);
    };
    const guesses: number[] = [];
    for (let net = 0; net < 20; net += 1) {
      guesses.push((await guess(`2001:db8:50:${net.toString(16)}::1`)).status);
    }
    // The first attempt above the limit starts the delay, and the next ones run into it.
    expect(guesses.slice(0, 17)).toEqual(Array(17).fill(400));
    expect(guesses.slice(17)).toContain(429);
    expect((await guess('2001:db8:51::1')).status).toBe(400);
  });

  it('count the code by which people confirm their identity like any other letter', async () => {
    const client = randomAddress();
    const statuses = [];
    for (let asked = 0; asked < 31; asked += 1) {
      const { session } = await signedInPerson(call);
      const headers = {
        apikey: testKeys.publishableKey,
        authorization: `Bearer ${session.access_token}`,
        'x-client-address': client,
      };
      const request = new Request('http://site.test/auth/v1/reauthenticate', { headers });
      await waitPast('letterTo');
      statuses.push((await call(request)).status);
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });

  it('start over for what was counted while the clock was a day ahead', async () => {
    const email = newEmail();
    await post('/recover', { email }, randomAddress());
    for (let tried = 0; tried < 5; tried += 1) await signIn(email, 'wrong', randomAddress());
    await database.asService.query({
      text: 'update private.rate_limits set expire = expire + 86400000',
    });
    const letter = () => post('/recover', { email }, randomAddress());
    const seen = [await signIn(email, 'wrong', randomAddress()), await letter(), await letter()];
    expect(seen.map(({ status }) => status)).toEqual([400, 200, 429]);
    expect(Number(seen[2]?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('apply across processes whose clocks differ', async () => {
    const email = newEmail();
    try {
      for (const [apart, status] of [
        [0, 200] as const,
        [600_000, 429] as const,
        [-86_400_000, 429] as const,
      ]) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + apart });
        const letter = await post('/recover', { email }, randomAddress());
        expect(letter.status).toBe(status);
        expect(Number(letter.headers.get('retry-after'))).toBeLessThanOrEqual(60);
        vi.useRealTimers();
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('are shared by all processes', async () => {
    const other = await openTestApiOn();
    const email = newEmail();
    await post('/recover', { email }, randomAddress());
    const browser = openBrowser(other);
    const { error } = await browser.auth.resetPasswordForEmail(email);
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  });
});

/** A second process on the same database. */
async function openTestApiOn() {
  const { createApi } = await import('#api/api.ts');
  const { testAuth } = await import('#test/support/test-auth.ts');
  return createApi({
    ...dependencies,
    reportBug: () => {},
    auth: await testAuth({ settings: { limits: {} } }),
  });
}
