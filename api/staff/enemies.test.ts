import { describe, expect, it } from 'vitest';
import { signToken } from '#test/support/actors.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { createStaffActors, type StaffActor } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

/**
 * What somebody with a role might send to get more than it allows. What others may do is tested in
 * who-may-what.test.ts.
 */

const api = await openTestApi();
const { actors, database, post } = api;
const staffActor = createStaffActors(api);

type Headers = { headers: Record<string, string> };
async function ask(name: string, { headers }: Headers, body: object = {}) {
  const response = await api.fetch(`/functions/v1/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const act = (name: string, by: Headers, body: object = {}) => ask(`staff-${name}`, by, body);
const set = (text: string, ...values: unknown[]) => database.asService.query({ text, values });

async function rolesOf(...people: StaffActor[]): Promise<(string | undefined)[]> {
  const { rows } = await database.asService.query<{ email: string; role: string; state: string }>({
    text: 'select email, role, state from staff.list_members()',
  });
  return people.map(
    ({ email }) => rows.find((row) => row.email === email && !row.state.startsWith('asked'))?.role,
  );
}

async function linkIn(email: string, name: string): Promise<string> {
  const mails = await post.sentTo(email);
  const texts = mails.map(({ text }) => decodeURIComponent(text));
  return (
    texts
      .find((text) => text.includes(name))
      ?.split(name)[1]
      ?.match(/token=([\w-]+)/)?.[1] ?? ''
  );
}

describe('a higher role', () => {
  it('requires a link and a new factor, not only an owner’s word', async () => {
    const [owner, viewer] = [await staffActor('owner'), await staffActor('viewer')];
    await set('update auth.users set email_proved_at = now() where id = $1', viewer.id);
    // Thinks that they are still an owner, but was made a viewer: making them staff would now be a promotion.
    const late = { id: viewer.id, role: 'staff', seen: 'owner' };
    expect((await act('change-role', owner, late)).body.code).toBe('changed_meanwhile');
    const raised = await act('change-role', owner, { id: viewer.id, role: 'owner' });
    expect(raised.status).toBe(200);
    expect(await rolesOf(viewer)).toEqual(['viewer']);
    expect((await act('list-team', viewer)).status).toBe(404);
    // They keep what they had in the meantime.
    expect((await act('today', viewer)).status).toBe(200);
    expect((await ask('own-pages', viewer, { path: '/staff' })).body).toMatchObject({
      role: 'viewer',
    });
    expect((await ask('own-pages', viewer, { path: '/staff' })).body.needs).toBeUndefined();
    const again = await act('change-role', owner, { id: viewer.id, role: 'staff' });
    expect(again.body.code).toBe('already_asked');
    const token = await linkIn(viewer.email, '/staff/accept');
    expect((await ask('own-pages', viewer, { path: '/staff/accept', token })).body).toMatchObject({
      role: 'owner',
      needs: 'acceptance',
    });
    expect((await act('accept', viewer, { token })).status).toBe(200);
    expect(await rolesOf(viewer)).toEqual(['owner']);
    // The earlier factor no longer counts.
    expect((await act('today', viewer)).status).toBe(404);
    await set(
      'update auth.mfa_amr_claims set updated_at = now() where session_id = $1',
      viewer.sessionId,
    );
    expect((await act('list-team', viewer)).status).toBe(200);
    const { body } = await act('list-log', owner, { filters: { subject: viewer.id } });
    expect(body.rows.map((row: { act: string }) => row.act)).toContain('change-role');
  });

  it('is not restored by an earlier link once a role was removed', async () => {
    const [owner, viewer] = [await staffActor('owner'), await staffActor('viewer')];
    await set('update auth.users set email_proved_at = now() where id = $1', viewer.id);
    await act('change-role', owner, { id: viewer.id, role: 'owner' });
    const token = await linkIn(viewer.email, '/staff/accept');
    expect(token).not.toBe('');
    const reason = 'They left the company.';
    expect((await act('remove-member', owner, { id: viewer.id, reason })).status).toBe(200);
    expect((await act('accept', viewer, { token })).status).toBe(404);
    expect((await ask('own-pages', viewer, { path: '/staff', token })).body).toEqual({});
  });

  it('cannot be written into the table by an owner who bypasses the function', async () => {
    const [owner, viewer] = [await staffActor('owner'), await staffActor('viewer')];
    const raise = database.asCaller(owner.caller, async (session) => {
      await session.query({
        text: `update staff.members set role = 'owner' where user_id = $1`,
        values: [viewer.id],
      });
      await session.query({
        text: `select staff.write_log('change-role', 'person', $1)`,
        values: [viewer.id],
      });
    });
    await expect(raise).rejects.toMatchObject({
      code: '42501',
      message: 'more power comes by a link',
    });
  });

  it('does not come with a token from before the second step, in a session that has taken it', async () => {
    const owner = await staffActor('owner');
    const old = await signToken({ ...owner.caller.claims, aal: 'aal1' });
    const headers = { apikey: testKeys.publishableKey, authorization: `Bearer ${old}` };
    expect((await act('list-team', { headers })).status).toBe(404);
    // Nor with a token that claims more than the session has proved.
    const half = await staffActor('owner', { level: 'aal1' });
    const forged = await signToken({ ...half.caller.claims, aal: 'aal2' });
    const claimed = { apikey: testKeys.publishableKey, authorization: `Bearer ${forged}` };
    expect((await act('list-team', { headers: claimed })).status).toBe(404);
  });

  it('is gone with a block, at the next request', async () => {
    const [owner, staff] = [await staffActor('owner'), await staffActor('staff')];
    const body = { person: staff.id, reason: 'Their laptop was stolen.' };
    expect((await act('block-person', owner, body)).status).toBe(200);
    for (const name of ['list-people', 'unblock-person', 'list-log', 'today', 'leave']) {
      const answer = await act(name, staff, { ...body, confirmation: 'leave' });
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'user_banned']);
    }
    expect((await act('unblock-person', owner, body)).status).toBe(200);
    expect((await act('list-log', staff)).status).toBe(200);
  });

  it('that is removed ends in the middle of an act', async () => {
    const [owner, other] = [await staffActor('owner'), await staffActor('owner')];
    const person = await actors.signedIn();
    const late = database.asCaller(other.caller, async (session) => {
      await session.query({ text: `select staff.begin('owner', true, false)` });
      expect((await act('change-role', owner, { id: other.id, role: 'viewer' })).status).toBe(200);
      await session.query({
        text: `select staff.block_person($1, 'keep')`,
        values: [person.id],
      });
    });
    await expect(late).rejects.toMatchObject({ code: 'SF404' });
    const asked = database.asCaller(other.caller, (session) =>
      session.query({
        text: `insert into staff.invitations (email, role) values ('friend@people.example', 'owner')`,
      }),
    );
    await expect(asked).rejects.toMatchObject({ code: '42501' });
  });
});

describe('two owners act against each other at the same moment', () => {
  it.each([
    ['remove-member', { reason: 'We fell out.' }],
    ['change-role', { role: 'viewer' }],
    ...Array.from({ length: 4 }, () => ['block-person', { reason: 'We fell out.' }] as const),
  ] as const)('with %s: one of them stays', async (name, body) => {
    // Nobody else is left who could be an owner.
    await api.asAdmin(async (client) => {
      await client.query(`set session_replication_role = replica;
        delete from staff.members; set session_replication_role = default`);
    });
    const [one, two] = [await staffActor('owner'), await staffActor('owner')];
    const answers = await Promise.all([
      act(name, one, { ...body, id: two.id, person: two.id }),
      act(name, two, { ...body, id: one.id, person: one.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const left = await Promise.all([one, two].map((each) => act('list-team', each)));
    expect(left.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(api.bugs).toEqual([]);
  });
});

describe('the last owner', () => {
  it('stays, whoever tries: the admin API, deleting the account, SQL', async () => {
    await api.asAdmin(async (client) => {
      await client.query(`set session_replication_role = replica;
        delete from staff.members; set session_replication_role = default`);
    });
    const owner = await staffActor('owner');
    const admin = actors.staff.client.auth.admin;
    const refused = { status: 409, code: 'last_owner' };
    expect((await admin.deleteUser(owner.id)).error).toMatchObject(refused);
    expect((await admin.deleteUser(owner.id, true)).error).toMatchObject(refused);
    expect((await admin.updateUserById(owner.id, { ban_duration: '24h' })).error).toMatchObject(
      refused,
    );
    await expect(set('delete from auth.users where id = $1', owner.id)).rejects.toMatchObject({
      code: 'SF410',
    });
    await expect(set('truncate auth.users cascade')).rejects.toMatchObject({ code: '42501' });
    await expect(set('delete from staff.members')).rejects.toMatchObject({ code: '42501' });
    // An address from the demo content must not be the only one that could help.
    await expect(
      set('update auth.users set email = $2 where id = $1', owner.id, 'me@demo.example'),
    ).rejects.toMatchObject({ code: 'SF410' });
    expect((await act('list-team', owner)).status).toBe(200);
  });
});

describe('nobody acts on themselves or on a higher role', () => {
  it('with a note, or by erasing what the log says', async () => {
    const [owner, staff] = [await staffActor('owner'), await staffActor('staff')];
    const fresh = { reason: 'It says too much.' };
    for (const [name, by, body] of [
      ['add-note', staff, { person: staff.id, words: 'A fine person.' }],
      ['add-note', staff, { person: owner.id, words: 'A bad person.' }],
      ['erase-details', owner, { id: owner.id, ...fresh }],
    ] as const) {
      const answer = await act(name, by, body);
      expect([name, answer.status, answer.body.code]).toEqual([name, 409, 'not_on_them']);
    }
    const silent = database.asCaller(staff.caller, (session) =>
      session.query({
        text: 'insert into staff.notes (user_id, words) values ($1, $2)',
        values: [staff.id, 'x'],
      }),
    );
    await expect(silent).rejects.toMatchObject({ code: '42501' });
  });

  it('with a case about somebody with a higher role', async () => {
    const [owner, staff] = [await staffActor('owner'), await staffActor('staff')];
    const [job = ''] = await storeJobs(database, [jobRow(owner.id)]);
    await set(`insert into public.job_reports (job_id, reason) values ($1, 'scam')`, job);
    const { body } = await act('list-cases', staff, { filters: { person: owner.id } });
    const { id } = body.rows[0];
    for (const [name, rest] of [
      ['take-case', {}],
      ['hide-case', { reason: 'They are too strict.' }],
      ['release-case', {}],
      ['ask-case', { question: 'Who are you, really?' }],
    ] as const) {
      const answer = await act(name, staff, { id, version: 1, ...rest });
      expect([name, answer.status, answer.body.code]).toEqual([name, 409, 'not_on_them']);
    }
    expect((await act('review-case', owner, { id })).status).toBe(404);
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
