import { describe, expect, it } from 'vitest';
import { anAddress, openRegister } from './fixture/open-register.ts';

const { act, actors, api, award, bugs, database, post } = await openRegister();

describe('reminders', () => {
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('come once for each of three days, and never for what no longer holds', async () => {
    const email = anAddress();
    await actors.signedIn(email);
    const number = await award({ email, expires_on: inDays(80) });
    const revoked = await award({ email, type: 'CIHIS-L', expires_on: inDays(80) });
    await act('revoke-credential', { number: revoked, reason: 'A test.' });
    await post.deliver();
    const reminders = async () => {
      await database.asService.query({ text: 'select register.add_reminders()' });
      await post.deliver();
      return (await post.sentTo(email)).filter(({ subject }) => /is valid through/.test(subject))
        .length;
    };
    expect(await reminders()).toBe(0);
    const move = (days: number) =>
      api.asAdmin(async (client) => {
        await client.query('begin');
        await client.query(
          `update register.awards set expires_on = $2, awarded_at = now() - interval '1 year' where number = $1`,
          [number, inDays(days)],
        );
        await client.query(
          `select staff.append('command', null, null, 'renew-credential', 'credential', $1, null, null, null)`,
          [number],
        );
        await client.query('commit');
      });
    await move(80);
    expect(await reminders()).toBe(1);
    expect(await reminders()).toBe(1);
    await move(20);
    expect(await reminders()).toBe(2);
    await move(3);
    expect(await reminders()).toBe(3);
    expect(await reminders()).toBe(3);
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
