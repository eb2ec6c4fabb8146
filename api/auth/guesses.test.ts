import { describe, expect, it } from 'vitest';
import { goodPassword, newEmail, randomAddress, signedInPerson } from '#test/support/people.ts';
import { openLimitedApi } from './fixture/limited.ts';

const { call, letters, post, signIn, waitPast } = await openLimitedApi();

describe('limits of guessing', () => {
  it('allow one client 150 sign-ins in five minutes, and do not affect those already signed in', async () => {
    const address = randomAddress();
    const ask = async () => {
      const code = { auth_code: crypto.randomUUID(), code_verifier: 'a'.repeat(43) };
      return (await post('/token?grant_type=pkce', code, address)).status;
    };
    const statuses: number[] = [];
    // Not all at once: a client with too many concurrent requests is turned away before it is counted.
    for (const crowd of [50, 50, 51]) {
      statuses.push(...(await Promise.all(Array.from({ length: crowd }, ask))));
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(150);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const refresh = { refresh_token: crypto.randomUUID() };
    expect((await post('/token?grant_type=refresh_token', refresh, address)).status).toBe(400);
  });

  it('also count requests without a password, so that they are refused before one is checked', async () => {
    const address = randomAddress();
    const { email } = await signedInPerson(call);
    const ask = (body: object) => post('/token?grant_type=password', body, address);
    for (let asked = 0; asked < 150; asked += 1) expect((await ask({})).status).toBe(400);
    const refused = await ask({ email, password: goodPassword });
    expect([refused.status, (await refused.json()).error_code]).toEqual([
      429,
      'over_request_rate_limit',
    ]);
  });

  it('allow one client thirty attempts at codes in five minutes', async () => {
    const address = randomAddress();
    const statuses = await Promise.all(
      Array.from({ length: 31 }, async () => {
        const body = { type: 'email', email: newEmail(), token: '000000' };
        return (await post('/verify', body, address)).status;
      }),
    );
    expect(statuses.filter((status) => status === 403)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('make each wrong password for an address wait longer, but never forever', async () => {
    const email = newEmail();
    const tryOnce = () => signIn(email, 'wrong', randomAddress());
    const statuses = [];
    for (let tried = 0; tried < 5; tried += 1) statuses.push((await tryOnce()).status);
    // Three are free, the fourth starts the delay, and the fifth runs into it.
    expect(statuses).toEqual([400, 400, 400, 400, 429]);
    const waits = [];
    for (let round = 0; round < 8; round += 1) {
      await waitPast('try-wait');
      expect((await tryOnce()).status).toBe(400);
      waits.push(Number((await tryOnce()).headers.get('retry-after')));
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('forgive an address after the correct password', async () => {
    const { email } = await signedInPerson(call);
    for (let tried = 0; tried < 3; tried += 1) await signIn(email, 'wrong', randomAddress());
    await waitPast('try-wait');
    expect((await signIn(email, goodPassword, randomAddress())).status).toBe(200);
    for (let tried = 0; tried < 3; tried += 1) {
      expect((await signIn(email, 'wrong', randomAddress())).status).toBe(400);
    }
  });

  it('slow down a client that tries many addresses, even if one of them is its own', async () => {
    const { email } = await signedInPerson(call);
    const address = randomAddress();
    const statuses = [];
    for (let tried = 0; tried < 8; tried += 1) {
      statuses.push((await signIn(newEmail(), 'wrong', address)).status);
      if (tried === 3) expect((await signIn(email, goodPassword, address)).status).toBe(200);
    }
    expect(statuses.slice(0, 7)).toEqual([400, 400, 400, 400, 400, 400, 400]);
    expect(statuses[7]).toBe(429);
  });

  it('make each wrong code for an address wait longer, over all of its letters', async () => {
    const { email } = await signedInPerson(call);
    const tryOnce = (token: string) =>
      post('/verify', { type: 'email', email, token }, randomAddress());
    const { code } = await letters.newestTo(email);
    const wrong = code === '000000' ? '111111' : '000000';
    const statuses: number[] = [];
    // On a slow machine a short delay is over before the next attempt, which then starts a longer one.
    for (let tried = 0; tried < 20 && statuses.at(-1) !== 429; tried += 1) {
      // Five attempts use up a code; a minute later the next letter brings another.
      if (tried % 5 === 0) await post('/otp', { email }, randomAddress());
      await letters.deliver();
      await waitPast('letterTo');
      statuses.push((await tryOnce(wrong)).status);
    }
    expect(statuses.slice(0, 11)).toEqual(Array(11).fill(403));
    expect(statuses.at(-1)).toBe(429);
    await waitPast('try-wait');
    const newest = await letters.newestTo(email);
    expect((await tryOnce(newest.code)).status).toBe(200);
    await post('/otp', { email }, randomAddress());
    await letters.deliver();
    expect((await tryOnce(wrong)).status).toBe(403);
  });

  it('count concurrent attempts one by one', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signIn(email, 'wrong', randomAddress())),
    );
    const looked = answers.filter(({ status }) => status === 400).length;
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - looked);
    // Three are free, and the next starts the delay. An attempt that is being counted while another starts counts
    // twice toward it.
    expect([3, 4]).toContain(looked);
  });
});
