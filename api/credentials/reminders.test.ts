import { describe, expect, it } from 'vitest';
import { anAddress, openRegister } from './fixture/open-register.ts';

const { act, actors, api, award, bugs, database, post } = await openRegister();

describe('reminders', () => {
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('are sent once for each of three days, and never for what is no longer valid', async () => {
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

it('the address of an invited person is removed with the link that invited them', async () => {
  const email = anAddress();
  await award({ email });
  await post.deliver();
  const kept = async () => {
    let rows: unknown[] = [];
    await api.asAdmin(async (client) => {
      await client.query(`select queue.add('credential-seals', '{}')`);
      await post.deliver();
      ({ rows } = await client.query('select from register.claims where email = $1', [email]));
    });
    return rows.length;
  };
  expect(await kept()).toBe(1);
  await api.asAdmin((client) =>
    client.query(
      `update register.claims set expires_at = now() - interval '1 minute' where email = $1`,
      [email],
    ),
  );
  expect(await kept()).toBe(0);
  // The credential waits for its holder all the same.
  const holder = await actors.signedIn(email);
  const asked = { text: 'select register.own_page() as page' };
  const { rows } = await database.askAs<{ page: { waiting: unknown[] } }>(holder.caller, asked);
  expect(rows[0]?.page.waiting).toHaveLength(1);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
