import { describe, expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { pressButton, signedInPerson } from '#test/support/people.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, post, bugs } = api;
const staffActor = createStaffActors(api);
const { candidate, send, reply } = createCandidates(actors);
const { founder, join } = createTeams({ actors, database, post });
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

describe('the list', () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const find = async (search: string, filters: object = {}) =>
    (await act(ada, 'list-people', { filters: { search, ...filters } })).body.rows as {
      id: string;
      state: string;
    }[];

  it('finds people by address, name and company, including old ones', async () => {
    const person = await actors.signedIn(`finder-${mark}@people.example`);
    await database.asService.query({
      text: `update auth.users set raw_user_meta_data = $2 where id = $1`,
      values: [person.id, { full_name: `Zoë ${mark} Xu` }],
    });
    const [job] = await storeJobs(database, [jobRow(person.id, { company: `Clinic ${mark}` })]);
    await database.asService.query({
      text: 'update public.jobs set company = $2 where id = $1',
      values: [job, `Hospital ${mark}`],
    });
    for (const words of [`FINDER-${mark}@`, `zoë ${mark}`, `clinic ${mark}`, `Hospital ${mark}`]) {
      expect([words, (await find(words)).map(({ id }) => id)]).toEqual([words, [person.id]]);
    }
    // Such a short name is matched as a whole word.
    expect((await find('xu')).map(({ id }) => id)).toContain(person.id);
    expect((await find('zo')).map(({ id }) => id)).not.toContain(person.id);
    // Wildcards that somebody types are taken literally.
    expect(await find(`finder_${mark}`)).toEqual([]);
    expect(await find(`%${mark}`)).toEqual([]);
  });

  it('shows who is blocked', async () => {
    const { id } = await actors.signedIn(`blocked-${mark}@people.example`);
    expect(await find(`blocked-${mark}`, { state: 'blocked' })).toEqual([]);
    await block(id);
    expect(await find(`blocked-${mark}`, { state: 'blocked' })).toMatchObject([
      { id, state: 'blocked' },
    ]);
  });

  it('is logged when somebody browses it, without their search terms', async () => {
    await find(`somebody-${mark}`);
    const { body } = await act(owner, 'list-log', {
      filters: { act: 'look-people', actor: ada.email },
    });
    expect(body.rows[0]).toMatchObject({
      subject_kind: 'list',
      subject_id: 'people',
      after: { filters: ['search'], rows: 0 },
    });
    expect(JSON.stringify(body.rows)).not.toContain(mark);
  });

  it('is a file for owners only, logged and without formulas', async () => {
    await actors.signedIn(`=sum-${mark}@people.example`);
    expect((await act(ada, 'file-people', {})).status).toBe(404);
    const file = await act(owner, 'file-people', { filters: { search: `sum-${mark}` } });
    expect(file.body.csv).toContain(`'=sum-${mark}@people.example`);
    // A spreadsheet recognizes it as a date.
    expect(file.body.csv).toMatch(/,Since \(UTC\),[\s\S]*,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
    const [entry] = await entriesOf('people');
    expect(entry).toMatchObject({ act: 'export-list', after: { rows: 1 } });
  });
});

describe('the page of one person', () => {
  it('stores a note without the character that no text can contain, and one that only looks like it', async () => {
    const person = await candidate();
    const words = 'a\0b and \\u0000 as such';
    expect((await act(ada, 'add-note', { person: person.id, words })).status).toBe(200);
    const nobody = { person: crypto.randomUUID(), words };
    expect((await act(ada, 'add-note', nobody)).body).toMatchObject({ code: 'person_gone' });
    const { body } = await act(bob, 'look-person', { person: person.id });
    expect(body.notes).toMatchObject([{ words: 'ab and \\u0000 as such' }]);
    // Invisible characters are not text.
    const unseen = { person: person.id, words: '\u200B\u2800\u00AD' };
    expect((await act(ada, 'add-note', unseen)).status).toBe(400);
  });

  it('shows what exists, reveals nothing that was written, and viewing it is logged', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, 'A very private sentence.');
    await post.deliver();
    await reply(person, conversationId, 'Another private one.');
    await giveFactor(person.id);
    await storeJobs(database, [jobRow(person.id)]);
    await act(ada, 'add-note', { person: person.id, words: 'They called on Monday.' });
    const { status, body } = await act(bob, 'look-person', { person: person.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account: { id: person.id, blocked_until: null },
      factors: [{ kind: 'totp' }],
      sessions: [{ device: 'another program' }],
      jobs: { live: 1 },
      newest_jobs: [{ title: 'Denials Analyst' }],
      profile: { is_public: true },
      conversations: { received: 1, begun: 0, written: 1 },
      mails: [{ kind: 'new-message', state: 'sent' }],
      notes: [{ words: 'They called on Monday.', author: ada.email }],
      history: [{ act: 'add-note', actor: ada.email }],
    });
    expect(JSON.stringify(body)).not.toContain('private');
    expect((await act(bob, 'look-person', { person: member.id })).body.membership).toBeNull();
    expect((await entriesOf(person.id))[0]).toMatchObject({ act: 'look-person' });
  });

  it('shows whom they work for, and whose seat they have', async () => {
    const payer = await founder();
    const person = await join(payer);
    await database.asService.query({
      text: `with more as (update public.subscriptions set quantity = 2 where user_id = $3)
        insert into public.membership_seats (company_id, user_id, payer_id) values ($1, $2, $3)`,
      values: [payer.company, person.id, payer.id],
    });
    const name = `Practice ${payer.id}`;
    await storeJobs(database, [jobRow(payer.id, { company: name })]);
    const { body } = await act(bob, 'look-person', { person: person.id });
    expect(body).toMatchObject({
      companies: [{ name, role: 'recruiter', is_closed: false, people: 2, jobs: 1 }],
      seat_of: name,
      membership: null,
    });
  });

  it('shows what they hold, and what waits for their address, except what is not theirs', async () => {
    const email = `${crypto.randomUUID()}@people.example`;
    const holder = await actors.signedIn(email);
    const line = { type: 'CIHIS-AI', name: 'Jane Doe', awarded_on: '2026-01-15', expires_on: '' };
    const lines = [
      { ...line, email, evidence: '' },
      { ...line, email: `${crypto.randomUUID()}@people.example`, evidence: '' },
    ];
    const { body: awarded } = await act(ada, 'award-credentials', { lines });
    const { body } = await act(bob, 'look-person', { person: holder.id });
    expect(body.credentials).toEqual([
      {
        number: awarded.numbers[0],
        name: 'Jane Doe',
        type: 'CIHIS-AI',
        title: 'Applied Practice',
        state: 'active',
        holding: 'claimed',
        awarded_on: '2026-01-15',
        expires_on: null,
      },
    ]);
    expect((await entriesOf(holder.id))[0]).toMatchObject({ act: 'look-person' });
    const list = await act(bob, 'list-credentials', { filters: { holder: holder.id } });
    expect(list.body.rows).toMatchObject([{ number: awarded.numbers[0] }]);

    const waiting = `${crypto.randomUUID()}@people.example`;
    const unproved = await actors.signedIn(waiting, { isProved: false });
    await act(ada, 'award-credentials', { lines: [{ ...line, email: waiting, evidence: '' }] });
    const other = await act(bob, 'look-person', { person: unproved.id });
    expect(other.body.credentials).toMatchObject([{ holding: 'asked', state: 'active' }]);
  });

  it('is gone with the account', async () => {
    const answer = await act(ada, 'look-person', { person: crypto.randomUUID() });
    expect([answer.status, answer.body.code]).toEqual([410, 'person_gone']);
  });
});

describe('small acts', () => {
  it('end sessions, and resend a confirmation only if one is missing', async () => {
    const person = await actors.signedIn();
    expect((await act(ada, 'end-sessions', { person: person.id })).body).toEqual({ ended: 1 });
    expect((await person.client.from('saved_jobs').select()).error).not.toBeNull();
    const again = () => act(ada, 'resend-confirmation', { person: person.id });
    expect((await again()).body.code).toBe('mailbox_is_proved');
    await database.asService.query({
      text: 'update auth.users set email_proved_at = null, email_confirmed_at = null where id = $1',
      values: [person.id],
    });
    expect((await again()).status).toBe(200);
    const letter = await post.newestTo(await emailOf(person.id));
    expect(letter.link).toContain('type=signup');
    expect((await entriesOf(person.id)).map(({ act }) => act)).toEqual([
      'resend-confirmation',
      'end-sessions',
    ]);
  });

  it('also cancel, with the sessions, a change of address that was started in one of them', async () => {
    const { browser: theirs, email, user } = await signedInPerson(api.call);
    const next = `${crypto.randomUUID()}@people.example`;
    await theirs.auth.updateUser({ email: next });
    const { link } = await post.newestTo(next);
    await act(ada, 'end-sessions', { person: user.id });
    expect((await pressButton(api.call, link)).hash).toContain('otp_expired');
    expect(await emailOf(user.id)).toBe(email);
  });

  it('never affect the person who acts, nor a higher role', async () => {
    const person = { reason: 'For a test.', words: 'x', address: 'x@people.example' };
    for (const name of [
      'block-person',
      'unblock-person',
      'end-sessions',
      'resend-confirmation',
      'help-lost-factor',
      'stop-factor-help',
      'approve-factor-help',
      'send-export',
    ]) {
      for (const id of [ada.id, owner.id]) {
        const answer = await act(ada, name, { ...person, person: id });
        expect([name, answer.status, answer.body.code]).toEqual([name, 409, 'not_on_them']);
      }
    }
    const self = await act(owner, 'delete-person', { ...person, person: owner.id });
    expect(self.body.code).toBe('not_on_them');
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
