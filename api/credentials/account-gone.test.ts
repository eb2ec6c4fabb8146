import { describe, expect, it } from 'vitest';
import { anAddress, openRegister } from './fixture/open-register.ts';

const { act, actors, api, award, bugs, check, database, isRevokedInList, lookedAt, owner } =
  await openRegister();

describe('an account that is deleted', () => {
  const holder = async () => {
    const email = anAddress();
    const person = await actors.signedIn(email);
    return { person, email, number: await award({ email }) };
  };

  it('leaves a number that can be checked, and refers to nobody', async () => {
    const { person, number } = await holder();
    await database.asService.query({
      text: 'select private.delete_account($1)',
      values: [person.id],
    });
    expect(await check(number)).toMatchObject({ is_valid: true, name: 'Jane Doe' });
    expect(await lookedAt(number)).toMatchObject({ holding: 'account gone', email: null });
  });

  it('leaves a number that is not awarded again to the address, even if its name is corrected', async () => {
    const { person, number, email } = await holder();
    await database.asService.query({
      text: 'select private.delete_account($1)',
      values: [person.id],
    });
    expect((await act('correct-credential-name', { number, name: 'Jane Roe' })).status).toBe(200);
    expect(await award({ email, name: 'Jane Roe' })).toBe('');
  });

  it('erases it if its holder chose so: the number then looks as if it had never existed', async () => {
    const { person, number, email } = await holder();
    const answer = await api.fetch('/functions/v1/delete-account', {
      method: 'POST',
      headers: person.headers,
      body: JSON.stringify({ confirmation: 'delete my account', credentials: 'erase' }),
    });
    expect(answer.status).toBe(200);
    expect(await check(number)).toEqual({ ...(await check('0000000000000')), number });
    expect((await act('look-credential', { number })).status).toBe(410);
    await api.asAdmin(async (client) => {
      const { rows } = await client.query(
        `select to_jsonb(a)::text || coalesce((select string_agg(to_jsonb(l)::text, '') from staff.log_details as l), '')
          || coalesce((select string_agg(to_jsonb(c)::text, '') from register.claims as c), '') as kept
        from register.awards as a where a.number = $1`,
        [number],
      );
      expect(rows[0].kept).not.toContain(email);
    });
    // Its status bit says revoked to anybody who has the file.
    expect(await isRevokedInList(number)).toBe(true);
  });

  it('can be erased by owners on request', async () => {
    const { number } = await holder();
    expect((await act('erase-credential', { number, reason: 'They asked.' })).status).toBe(404);
    expect((await act('erase-credential', { number, reason: 'They asked.' }, owner)).status).toBe(
      200,
    );
    expect(await check(number)).toMatchObject({ state: 'unknown', name: null });
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
