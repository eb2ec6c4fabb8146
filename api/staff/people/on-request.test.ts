import { describe, expect, it } from 'vitest';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { createStaffActors, type StaffActor } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';
import type { Work } from '../../subject.ts';
import { sendFactorHelp } from './factor-help.ts';

const api = await openTestApi();
const { actors, database, post, bugs } = api;
const staffActor = createStaffActors(api);
const ada = await staffActor('staff');
const bob = await staffActor('staff');
const owner = await staffActor('owner');

const act = createStaffCalls(api);

const block = (person: string, by = ada) =>
  act(by, 'block-person', { person, reason: 'They sent spam.' });

/** Newest first, as staff see it. */
async function entriesOf(person: string) {
  const { body } = await act(owner, 'list-log', { filters: { subject: person } });
  return body.rows as { act: string; before: unknown; after: unknown; reason: string | null }[];
}

async function emailOf(person: string) {
  const { rows } = await database.asService.query<{ email: string }>({
    text: 'select email from auth.users where id = $1',
    values: [person],
  });
  return rows[0]?.email ?? '';
}

async function giveFactor(person: string) {
  await database.asService.query({
    text: `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
    values: [person],
  });
}

/** The link in their newest email, as its page receives it. */
async function tokenTo(email: string): Promise<string> {
  const [mail] = await post.sentTo(email);
  return mail?.text.match(/token=([\w-]+)/)?.[1] ?? '';
}

describe('help with a lost second factor', () => {
  /** As if the email had been sent that long ago. */
  const pass = (person: string, time: string) =>
    api.asAdmin(async (client) => {
      await client.query('alter table staff.factor_helps disable trigger all');
      await client.query(
        'update staff.factor_helps set told_at = told_at - $2::interval where user_id = $1',
        [person, time],
      );
      await client.query('alter table staff.factor_helps enable trigger all');
    });
  const ask = (person: string, by = ada) =>
    act(by, 'help-lost-factor', { person, reason: 'They called and knew their jobs.' });
  const agree = (person: string, by = bob) => act(by, 'approve-factor-help', { person });

  /** As shown under Today. */
  const waiting = async (by: StaffActor) => {
    const { body } = await act(by, 'today');
    return body.waits.find(({ kind }: { kind: string }) => kind === 'factor-helps').count;
  };

  it('requires an email, the waiting time and a second member of staff', async () => {
    const person = await actors.signedIn();
    expect((await ask(person.id)).body.code).toBe('no_second_factor');
    await giveFactor(person.id);
    expect((await ask(person.id)).status).toBe(200);
    expect((await ask(person.id)).body.code).toBe('help_is_waiting');
    // No time counts until the email has been sent.
    expect((await agree(person.id)).body.code).toBe('help_too_early');
    await tokenTo(await emailOf(person.id));
    await pass(person.id, '23 hours');
    expect((await agree(person.id)).body.code).toBe('help_too_early');
    expect(await waiting(bob)).toBe(0);
    await pass(person.id, '2 hours');
    expect([await waiting(bob), await waiting(ada)]).toEqual([1, 0]);
    const { body: list } = await act(bob, 'list-people', { filters: { state: 'helped' } });
    expect(list.rows).toMatchObject([{ id: person.id }]);
    expect((await agree(person.id, ada)).body.code).toBe('second_person_needed');
    expect((await agree(person.id)).status).toBe(200);
    const { body } = await act(ada, 'look-person', { person: person.id });
    expect([body.factors, body.sessions, body.help]).toEqual([[], [], null]);
    const [mail] = await post.sentTo(await emailOf(person.id));
    expect(mail?.subject).toContain('Your second step was ended');
    const entries = await entriesOf(person.id);
    expect(entries.find(({ act }) => act === 'approve-factor-help')).toMatchObject({
      before: { asked_by: ada.id, alone: false },
      after: { factors: 0 },
    });
    expect(entries.at(-1)).toMatchObject({ act: 'help-lost-factor', after: { hours: 24 } });
  });

  it('does not begin to wait with an email that the mail server refused', async () => {
    const person = await actors.signedIn();
    await giveFactor(person.id);
    await ask(person.id);
    let id = '';
    await api.asAdmin(async (client) => {
      const { rows } = await client.query('select id from staff.factor_helps where user_id = $1', [
        person.id,
      ]);
      id = rows[0]?.id;
    });
    const refuse = async () => ({ kind: 'refused', reason: '552 mailbox full' });
    const work = { database, siteUrl: 'http://site.test', sendMail: refuse } as unknown as Work;
    await sendFactorHelp(work, { id });
    await pass(person.id, '1 year');
    expect((await agree(person.id)).body.code).toBe('help_too_early');
  });

  it('is stopped by the link in the email, and cannot be by guessing', async () => {
    const person = await actors.signedIn();
    await giveFactor(person.id);
    await ask(person.id);
    const token = await tokenTo(await emailOf(person.id));
    const keep = async (token: string) =>
      (await actors.anonymous.client.rpc('keep_second_step', { token })).data;
    expect(await keep('a guess')).toBe(false);
    expect(await keep(token)).toBe(true);
    expect(await keep(token)).toBe(false);
    expect((await agree(person.id)).body.code).toBe('no_help_waiting');
    expect((await entriesOf(person.id))[0]).toMatchObject({ act: 'factor-help-stopped' });
  });

  it('can be stopped by staff, and then helps nobody', async () => {
    const person = await actors.signedIn();
    await giveFactor(person.id);
    const stop = () => act(bob, 'stop-factor-help', { person: person.id });
    expect((await stop()).body.code).toBe('no_help_waiting');
    await ask(person.id);
    await tokenTo(await emailOf(person.id));
    await pass(person.id, '25 hours');
    expect((await stop()).status).toBe(200);
    expect((await agree(person.id)).body.code).toBe('no_help_waiting');
    expect((await entriesOf(person.id))[0]).toMatchObject({ act: 'stop-factor-help' });
  });

  it('ends with a new address, which only somebody past the second step could set', async () => {
    const person = await actors.signedIn();
    await giveFactor(person.id);
    await ask(person.id);
    const email = await emailOf(person.id);
    const token = await tokenTo(email);
    await database.asService.query({
      text: 'update auth.users set email = $2, email_proved_at = now() where id = $1',
      values: [person.id, `new-${email}`],
    });
    expect((await actors.anonymous.client.rpc('keep_second_step', { token })).data).toBe(false);
    expect((await agree(person.id)).body.code).toBe('no_help_waiting');
    expect((await entriesOf(person.id))[0]).toMatchObject({
      act: 'factor-help-stopped',
      after: { by: 'a new address' },
    });
  });

  it('ends with a softly deleted account, and the log shows no new address', async () => {
    const person = await actors.signedIn();
    await giveFactor(person.id);
    await ask(person.id);
    const softly = await actors.staff.client.auth.admin.deleteUser(person.id, true);
    expect(softly.error).toBeNull();
    expect((await entriesOf(person.id)).map(({ act }) => act)).toEqual(['help-lost-factor']);
    expect((await agree(person.id)).body.code).toBe('no_help_waiting');
  });

  it('is not for people with a role, nor without a proved mailbox', async () => {
    const viewer = await staffActor('viewer');
    await giveFactor(viewer.id);
    expect((await ask(viewer.id)).body.code).toBe('has_a_role');
    const person = await actors.signedIn();
    await giveFactor(person.id);
    await database.asService.query({
      text: 'update auth.users set email_proved_at = null where id = $1',
      values: [person.id],
    });
    expect((await ask(person.id)).body.code).toBe('mailbox_not_proved');
  });

  it('takes three times as long if there is only one member of staff', async () => {
    const person = await actors.signedIn();
    await giveFactor(person.id);
    await ask(person.id, owner);
    await tokenTo(await emailOf(person.id));
    const others = [ada, bob].map(({ id }) => id);
    const setBan = (until: string | null) =>
      database.asService.query({
        text: 'update auth.users set banned_until = $2 where id = any ($1)',
        values: [others, until],
      });
    await pass(person.id, '25 hours');
    expect((await agree(person.id, owner)).body.code).toBe('second_person_needed');
    await setBan('2100-01-01');
    try {
      expect((await agree(person.id, owner)).body.code).toBe('help_too_early');
      await pass(person.id, '48 hours');
      expect((await agree(person.id, owner)).status).toBe(200);
    } finally {
      await setBan(null);
    }
  });
});

describe('a copy and the deletion of an account, on request', () => {
  const take = async (token: string) => {
    const response = await api.fetch('/functions/v1/take-export', {
      method: 'POST',
      body: JSON.stringify({ token }),
    });
    return { status: response.status, body: await response.json() };
  };

  it('the copy goes to the proved mailbox, even of a blocked person', async () => {
    const person = await actors.signedIn();
    const email = await emailOf(person.id);
    const ask = () => act(ada, 'send-export', { person: person.id, reason: 'They asked by mail.' });
    await block(person.id);
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([200, {}]);
    const token = await tokenTo(email);
    expect((await take('no-token-of-anybody-at-all')).status).toBe(404);
    expect(await take(token)).toMatchObject({ status: 200, body: { account: { email } } });
    expect((await entriesOf(person.id))[0]).toMatchObject({ act: 'export-taken' });
    // They can no longer read the other mailbox.
    await database.asService.query({
      text: 'update auth.users set email = $2 where id = $1',
      values: [person.id, `new-${email}`],
    });
    expect((await take(token)).status).toBe(404);
    expect((await ask()).body.code).toBe('mailbox_not_proved');
  });

  it('the copy does not bypass a second step', async () => {
    const person = await actors.signedIn();
    await giveFactor(person.id);
    const ask = () => act(ada, 'send-export', { person: person.id, reason: 'They asked.' });
    expect((await ask()).body.code).toBe('export_behind_factor');
  });

  it('the account goes with everything of its own, including what the log says', async () => {
    const person = await actors.signedIn();
    const email = await emailOf(person.id);
    const [job] = await storeJobs(database, [jobRow(person.id)]);
    await act(ada, 'add-note', { person: person.id, words: 'Something private.' });
    await block(person.id);
    const end = (address: string, by = owner) =>
      act(by, 'delete-person', { person: person.id, address, reason: 'They asked for it.' });
    expect((await end(email, ada)).status).toBe(404);
    expect((await end('other@people.example')).body.code).toBe('other_address');
    expect((await end(email.toUpperCase())).status).toBe(200);
    const { subject, text } = await post.newestTo(email);
    expect([subject, text]).toEqual([
      expect.stringContaining('Your account was deleted'),
      expect.stringContaining('our staff deleted it'),
    ]);
    const kept = 'select kind from staff.mails where recipient = $1';
    await api.asAdmin(async (admin) => {
      const { rows } = await admin.query(kept, [email]);
      expect(rows.map(({ kind }) => kind)).not.toContain('account-deleted-by-staff');
    });
    const { rowCount } = await database.asService.query({
      text: 'select from public.jobs where id = $1',
      values: [job],
    });
    expect(rowCount).toBe(0);
    const entries = await entriesOf(person.id);
    expect(entries[0]).toMatchObject({ act: 'delete-person', reason: 'They asked for it.' });
    expect(entries.slice(1).map(({ after }) => after)).toEqual([null, null]);
    expect(JSON.stringify(entries)).not.toContain(email);
  });

  it('what the log says about inviting them goes with the rest', async () => {
    const person = await actors.signedIn();
    const email = await emailOf(person.id);
    expect((await act(owner, 'appoint', { email, role: 'viewer' })).status).toBe(200);
    const about = async () => {
      const { body } = await act(owner, 'list-log', { filters: { act: 'appoint' } });
      return JSON.stringify(body.rows);
    };
    expect(await about()).toContain(email);
    expect((await act(owner, 'find-details', { person: email })).body.entries).toBe(1);
    const erasure = { id: person.id, reason: 'They asked for it.' };
    expect((await act(owner, 'erase-details', erasure)).body.entries).toBe(1);
    expect(await about()).not.toContain(email);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
