import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anAddress, openRegister } from './fixture/open-register.ts';

const {
  act,
  actors,
  api,
  ask,
  award,
  bugs,
  check,
  database,
  isRevokedInList,
  lookedAt,
  own,
  post,
  staffActor,
} = await openRegister();
const keysFollowNames = join(
  import.meta.dirname,
  '../../database/migrations/0432_a_corrected_name_is_known.sql',
);

describe('an award', () => {
  it('can be looked up by its number, and by no other', async () => {
    const number = await award({ name: 'Jane Doe', expires_on: '2099-01-01' });
    expect(await check(number)).toMatchObject({
      is_valid: true,
      state: 'active',
      number,
      name: 'Jane Doe',
      type: 'CIHIS-AI',
      title: 'Applied Practice',
      hours_to: 150,
      awarded_on: expect.anything(),
      is_sample: false,
      replaced_by: null,
    });
    expect(Object.keys((await check(number)) ?? {})).not.toContain('email');
    for (const wrong of ['0000000000000', '', `${number} `, number.slice(1), 'x'.repeat(5_000)]) {
      expect(await check(wrong)).toMatchObject({ is_valid: false, state: 'unknown', name: null });
    }
  });

  it('belongs at once to people with an account for the address, and an email says so', async () => {
    const email = anAddress();
    const person = await actors.signedIn(email);
    const [first, second] = [
      await award({ email }),
      await award({ email, type: 'CIHIS-L', expires_on: '2098-01-01' }),
    ];
    await post.deliver();
    const mails = await post.sentTo(email);
    expect(mails.map(({ subject }) => subject)[0]).toMatch(/added to your account/);
    expect((await own(person)).held.map(({ number }) => number).toSorted()).toEqual(
      [first, second].toSorted(),
    );
  });

  it('waits for an unproved address, and is claimed only with the mailbox', async () => {
    const email = anAddress();
    const unproved = await actors.signedIn(email, { isProved: false });
    const number = await award({ email });
    const again = await post.dieAfter('credential-tell');
    const [mail, ...more] = await post.sentTo(email);
    expect(mail?.subject).toMatch(/^A credential was awarded to you/);
    // A second email would invalidate the link in this one.
    await expect(again()).rejects.toThrow('is over already');
    expect(more).toEqual([]);
    const token = mail?.text.match(/token=([\w-]+)/)?.[1] ?? '';
    expect((await ask('claim-by-link', actors.anonymous, { token })).body).toMatchObject({
      email,
      waiting: [{ name: 'Jane Doe', type: 'CIHIS-AI', title: 'Applied Practice' }],
    });
    expect(await own(unproved)).toMatchObject({ is_proved: false, held: [], waiting: [] });
    expect(await ask('claim-credentials', unproved)).toMatchObject({
      status: 409,
      body: { code: 'mailbox_not_proved' },
    });

    const stranger = await actors.signedIn();
    expect((await ask('claim-credentials', stranger)).body).toEqual({ claimed: 0 });
    expect((await ask('disown-credential', stranger, { number })).status).toBe(410);

    await database.asService.query({
      text: 'update auth.users set email_proved_at = now() where id = $1',
      values: [unproved.id],
    });
    expect((await own(unproved)).waiting).toMatchObject([{ number }]);
    expect((await ask('claim-credentials', unproved)).body).toEqual({ claimed: 1 });
    expect((await ask('claim-credentials', unproved)).body).toEqual({ claimed: 0 });
    expect((await own(unproved)).held).toMatchObject([{ number, state: 'active' }]);
    expect((await ask('claim-by-link', actors.anonymous, { token })).status).toBe(404);
  });

  it('that is not theirs goes back to staff, who reassign it', async () => {
    const number = await award();
    const { email } = await lookedAt(number);
    await post.deliver();
    const token = (await post.sentTo(email ?? ''))[0]?.text.match(/token=([\w-]+)/)?.[1];
    await ask('claim-by-link', actors.anonymous, { token, isNotMe: true });
    expect(await lookedAt(number)).toMatchObject({ holding: 'not me' });
    const waiting = async () =>
      (await act<{ waits: { kind: string; count: number }[] }>('today', {})).body.waits.find(
        ({ kind }) => kind === 'disowned',
      )?.count;
    expect(await waiting()).toBe(1);
    const wrong = await award();
    const claim = (await lookedAt(wrong)).email ?? '';
    await post.deliver();
    const theirs = (await post.sentTo(claim))[0]?.text.match(/token=([\w-]+)/)?.[1];
    await ask('claim-by-link', actors.anonymous, { token: theirs, isNotMe: true });
    expect(await waiting()).toBe(2);
    await act('revoke-credential', { number: wrong, reason: 'Awarded by mistake.' });
    expect(await waiting()).toBe(1);
    for (const [name, body] of [
      ['readdress-credential', { number: wrong, email: anAddress() }],
      ['correct-credential-name', { number: wrong, name: 'Jane Row' }],
    ] as const) {
      expect((await act(name, body)).body).toMatchObject({ code: 'credential_revoked' });
    }
    const other = anAddress();
    const person = await actors.signedIn(other);
    expect((await act('readdress-credential', { number, email: other })).status).toBe(200);
    expect((await own(person)).held).toMatchObject([{ number }]);
    expect(await act('readdress-credential', { number, email: other })).toMatchObject({
      body: { code: 'credential_is_claimed' },
    });
  });

  it('without an address is known under its corrected name, and not awarded twice from a corrected list', async () => {
    const line = { name: 'Ann Lea', email: '', awarded_on: '2026-02-03' };
    const number = await award(line);
    const name = 'Ann Lee';
    await act('correct-credential-name', { number, name });
    expect(await award({ ...line, name })).toBe('');
    const other = await award(line);
    expect((await act('correct-credential-name', { number: other, name })).body.code).toBe(
      'awarded_before',
    );
  });

  it('whose name was corrected before the key followed it is known by it; of two with the same, one', async () => {
    const line = { email: '', awarded_on: '2026-02-04' };
    const lines = ['Lou Lea', 'Lou Leah'].map((name) => ({ ...line, name }));
    const name = 'Lou Lee';
    await api.asAdmin(async (client) => {
      for (const each of lines) {
        const number = await award(each);
        await act('correct-credential-name', { number, name });
        // As the former release left it.
        await client.query(
          'update register.awards set line_key = register.line_key(type, null, $2, awarded_on) where number = $1',
          [number, each.name],
        );
      }
      await client.query(readFileSync(keysFollowNames, 'utf8'));
    });
    expect(await award({ ...line, name })).toBe('');
    expect(await Promise.all(lines.map(award))).toContain('');
  });

  it('is corrected and renewed with a new file, suspended, lifted and revoked, and each is announced by email', async () => {
    const email = anAddress();
    await actors.signedIn(email);
    const number = await award({ email, expires_on: '2096-01-01' });
    const reason = 'The exam was not theirs.';
    const acted = async (name: string, body: object = {}) => {
      await act(name, { number, ...body });
      await post.deliver();
    };
    await post.deliver();
    expect((await act('correct-credential-name', { number, name: 'Jane 王' })).status).toBe(400);
    await acted('correct-credential-name', { name: 'Jane  Roe' });
    expect(await check(number)).toMatchObject({ name: 'Jane Roe', issue: 2 });
    // An outdated page cannot undo what a colleague changed.
    const late = [
      ['correct-credential-name', { name: 'Jane Poe', seen: 'Jane Doe' }],
      ['renew-credential', { expiresOn: '2099-01-01', seen: '2095-01-01' }],
    ] as const;
    for (const [name, body] of late) {
      expect((await act(name, { number, ...body })).body.code).toBe('changed_meanwhile');
    }
    expect(await check(number)).toMatchObject({ name: 'Jane Roe', issue: 2 });
    expect((await act('renew-credential', { number, expiresOn: '2095-12-31' })).body.code).toBe(
      'renewal_ends_sooner',
    );
    expect((await act('renew-credential', { number, expiresOn: '0000-12-31' })).status).toBe(400);
    await acted('renew-credential', { expiresOn: '2097-01-01', seen: '2096-01-01' });
    expect(await check(number)).toMatchObject({ issue: 3 });
    await acted('suspend-credential', { reason });
    expect(await check(number)).toMatchObject({ is_valid: false, state: 'suspended' });
    await acted('lift-suspension');
    expect(await check(number)).toMatchObject({
      is_valid: true,
      state: 'active',
      state_since: null,
    });
    expect((await act('revoke-credential', { number })).status).toBe(400);
    const stale = await staffActor('staff', { shownAgo: '10 minutes' });
    expect((await act('revoke-credential', { number, reason }, stale)).body.code).toBe(
      'factor_needed_again',
    );
    await acted('revoke-credential', { reason });
    expect(await check(number)).toMatchObject({ is_valid: false, state: 'revoked' });
    expect((await act('lift-suspension', { number })).body.code).toBe('credential_revoked');
    expect(await check(number)).not.toHaveProperty('state_reason');
    const subjects = (await post.sentTo(email))
      .map(({ subject }) => subject.split(' · ')[0])
      .toSorted();
    expect(subjects).toEqual(
      [
        'A credential was added to your account',
        'The name on your credential was corrected',
        'Your credential was renewed',
        'Your credential was revoked',
        'Your credential was suspended',
        'Your credential is valid again',
      ].toSorted(),
    );
    const { history } = await lookedAt(number);
    expect(history.map((each) => each.act)).toEqual(
      ['award', 'claim', 'correct-name', 'renew', 'suspend', 'lift', 'revoke'].reverse(),
    );
    expect(await isRevokedInList(number)).toBe(true);
    // The log still says that a member of staff did it after they have left the team.
    const kim = await staffActor('staff');
    const kept = await award();
    await act('suspend-credential', { number: kept, reason }, kim);
    await api.asAdmin(async (client) => {
      await client.query(`set session_replication_role = replica;
        delete from staff.members where user_id = '${kim.id}'; set session_replication_role = default`);
    });
    expect((await lookedAt(kept)).history[0]).toMatchObject({
      act: 'suspend',
      actor: 'somebody who left the team',
    });
  });

  it('is described as it is when the email is sent: what was undone by then is left out', async () => {
    const email = anAddress();
    await actors.signedIn(email);
    const told = async () => {
      await post.deliver();
      return (await post.sentTo(email)).map(({ subject }) => subject.split(' · ')[0]).toReversed();
    };
    const reason = 'A slip of the hand.';
    const [kept, gone] = [
      await award({ email }),
      await award({ email, type: 'CIHIS-L', expires_on: '2098-01-01' }),
    ];
    await act('renew-credential', { number: gone, expiresOn: '2099-01-01' });
    await act('revoke-credential', { number: gone, reason });
    // No email says that the revoked one was awarded or renewed.
    const first = await told();
    expect(first.toSorted()).toEqual([
      'A credential was added to your account',
      'Your credential was revoked',
    ]);
    expect(
      (await post.sentTo(email)).find(({ subject }) => /added/.test(subject))?.text,
    ).not.toMatch(/CIHIS-L/);
    await act('suspend-credential', { number: kept, reason });
    await act('lift-suspension', { number: kept });
    expect(await told()).toEqual([...first, 'Your credential is valid again']);
    // Its last day has passed, so nothing makes it valid again.
    const old = await award({ email, awarded_on: '2020-01-01', expires_on: '2022-01-01' });
    const before = await told();
    await act('suspend-credential', { number: old, reason });
    await told();
    await act('lift-suspension', { number: old });
    expect(await told()).toEqual([...before, 'Your credential was suspended']);
  });

  it('expires after its last day, by the date alone', async () => {
    const number = await award({ awarded_on: '2020-01-01', expires_on: '2022-01-01' });
    expect(await check(number)).toMatchObject({ is_valid: false, state: 'expired' });
    // The day is over once it has ended everywhere on earth: twelve hours after UTC.
    const twelveHoursAgo = Date.now() - 12 * 3_600_000;
    const dayBefore = (days: number) =>
      new Date(twelveHoursAgo - days * 86_400_000).toISOString().slice(0, 10);
    for (const [days, state] of [
      [0, 'active'],
      [1, 'expired'],
    ] as const) {
      const ends = { awarded_on: '2020-01-01', expires_on: dayBefore(days) };
      expect(await check(await award(ends))).toMatchObject({ state });
    }
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
