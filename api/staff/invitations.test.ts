import { expect, it } from 'vitest';
import { createStaffActors } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';
import {
  appointAnotherOwner,
  appointFirstOwner,
  beginAgainAfterLostFactor,
} from './for-commands.ts';

const api = await openTestApi();
const { database, actors } = api;
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

async function proved() {
  const email = `${crypto.randomUUID()}@staff.test`;
  const person = await actors.signedIn(email);
  await set('update auth.users set email_proved_at = now() where id = $1', person.id);
  return { ...person, email };
}

const set = (text: string, value: string) => database.asService.query({ text, values: [value] });

async function tokenFor(email: string): Promise<string> {
  const [mail] = await api.post.sentTo(email);
  return decodeURIComponent(mail?.text ?? '').match(/[?&]token=([\w-]+)/)?.[1] ?? '';
}

it('an invitation is for the account of its address, once, until it expires', async () => {
  const owner = await staffActor('owner');
  const [asked, stranger, late] = [await proved(), await proved(), await proved()];
  await ask('staff-appoint', owner, { email: late.email, role: 'staff' });
  expect((await ask('staff-appoint', owner, { email: asked.email, role: 'staff' })).status).toBe(
    200,
  );
  const token = await tokenFor(asked.email);
  expect(token).not.toBe('');
  expect((await ask('staff-accept', stranger, { token })).status).toBe(404);
  expect((await ask('own-pages', stranger, { path: '/staff', token })).body).toEqual({});
  await api.asAdmin((client) =>
    client.query(`begin; select staff.append('command', null, null, 'appoint', '', '', null, null, null);
      update staff.invitations set ends_at = now() - interval '1 second'; commit`),
  );
  expect((await ask('staff-accept', asked, { token })).status).toBe(404);
  // An expired one does not get in the way: the address is invited again.
  const again = await ask('staff-appoint', owner, { email: late.email, role: 'viewer' });
  expect(again).toMatchObject({ status: 200 });
  const twice = await ask('staff-appoint', owner, { email: late.email, role: 'viewer' });
  expect(twice).toMatchObject({ status: 409, body: { code: 'already_asked' } });
  await api.asAdmin((client) =>
    client.query(`begin; select staff.append('command', null, null, 'appoint', '', '', null, null, null);
      update staff.invitations set ends_at = now() + interval '1 day'; commit`),
  );
  expect((await ask('staff-accept', asked, { token })).status).toBe(200);
  expect((await ask('staff-accept', asked, { token })).status).toBe(404);
  // Accepted, but without any rights until a factor is used.
  expect((await ask('staff-list-team', asked)).status).toBe(404);
});

it('one that expired a month ago is removed, with a log entry and without the address', async () => {
  const owner = await staffActor('owner');
  const { email } = await proved();
  await ask('staff-appoint', owner, { email, role: 'staff' });
  const endBefore = (days: number) =>
    api.asAdmin((client) =>
      client.query(`begin; select staff.append('command', null, null, 'appoint', '', '', null, null, null);
        update staff.invitations set ends_at = now() - interval '${days} days' where email = '${email}'; commit`),
    );
  const isThere = async () => {
    await database.asService.query({ text: "select queue.add('clean-staff-log', '{}')" });
    await api.post.deliver();
    const { body } = await ask('staff-list-team', owner);
    return JSON.stringify(body).includes(email);
  };
  await endBefore(29);
  expect(await isThere()).toBe(true);
  await endBefore(31);
  expect(await isThere()).toBe(false);
  const rows: object[] = [];
  await api.asAdmin(async (client) => {
    const found = await client.query(`select l.*, d.* from staff.log as l
      join staff.log_details as d using (position) where l.act = 'invitation-ended'`);
    rows.push(...found.rows);
  });
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(email);
});

it('a passkey used after the appointment gives the role’s rights, at any level', async () => {
  const owner = await staffActor('owner', { level: 'aal1' });
  expect((await ask('staff-list-team', owner)).status).toBe(404);
  await database.asService.query({
    text: `insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
      values ($1, 'passkey', now() - interval '2 years')`,
    values: [owner.sessionId],
  });
  expect((await ask('staff-list-team', owner)).status).toBe(404);
  await set(
    'update auth.mfa_amr_claims set updated_at = now() where session_id = $1',
    owner.sessionId,
  );
  expect((await ask('staff-list-team', owner)).status).toBe(200);
});

it('the only owner, having lost every factor, starts again with an email, and without their sessions', async () => {
  const owner = await staffActor('owner');
  expect(await beginAgainAfterLostFactor(database, owner.email)).toBe(false);
  await api.asAdmin((client) => client.query(`delete from auth.users where id <> '${owner.id}'`));
  expect(await appointFirstOwner(database, 'another@staff.test')).toBe(false);
  expect(await beginAgainAfterLostFactor(database, owner.email)).toBe(true);
  // The answer for every session that has ended.
  expect((await ask('staff-list-team', owner)).status).toBe(403);
  const { rows } = await database.asService.query<{ sessions: number; state: string }>({
    text: `select (select count(*)::int from auth.sessions where user_id = $1) as sessions,
      (select state from staff.list_members() where email = $2 and state = 'asked again') as state`,
    values: [owner.id, owner.email],
  });
  expect(rows[0]).toEqual({ sessions: 0, state: 'asked again' });
  expect(await tokenFor(owner.email)).not.toBe('');
});

it('if an owner cannot be reached by email, a command invites another one, who can remove them', async () => {
  const [gone, next] = [await staffActor('owner'), await proved()];
  expect(await appointFirstOwner(database, next.email)).toBe(false);
  await appointAnotherOwner(database, next.email);
  const token = await tokenFor(next.email);
  expect((await ask('staff-accept', next, { token })).status).toBe(200);
  await database.asService.query({
    text: `insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
      select id, 'passkey', clock_timestamp() from auth.sessions where user_id = $1`,
    values: [next.id],
  });
  const removed = await ask('staff-remove-member', next, { id: gone.id, reason: 'They left.' });
  expect(removed).toMatchObject({ status: 200 });
  expect((await ask('staff-list-team', gone)).status).toBe(404);
  const [mail] = await api.post.sentTo(gone.email);
  expect(mail?.subject).toMatch(/^You no longer have a staff role/);
  await api.asAdmin(async (client) => {
    const { rows } = await client.query(`select actor_kind as actor from staff.log
      where act = 'appoint' and subject_kind = 'invitation' order by position desc limit 1`);
    expect(rows).toEqual([{ actor: 'command' }]);
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
