import { beforeEach, describe, expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { createStaffActors, type StaffActor } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { untilSomebodyWaits } from '#test/support/until-somebody-waits.ts';

/** Concurrent acts must never leave the site without an owner, or fork the log. */

const api = await openTestApi();
const { actors, database } = api;
const { candidate } = createCandidates(actors);
const staffActor = createStaffActors(api);

const act = createStaffCalls(api);

const leave = (who: StaffActor) => act(who, 'leave', { confirmation: 'leave' });

async function owners(): Promise<string[]> {
  const { rows } = await database.asService.query<{ email: string }>({
    text: "select email from staff.list_members() where role = 'owner' and state = 'accepted'",
  });
  return rows.map(({ email }) => email);
}

beforeEach(() =>
  api.asAdmin(async (client) => {
    await client.query(`set session_replication_role = replica;
      delete from staff.members; set session_replication_role = default`);
  }),
);

it('a session that ends while its owner makes a request has ended', async () => {
  const ada = await staffActor('owner');
  let asked: ReturnType<typeof act> | undefined;
  await api.asAdmin(async (client) => {
    await client.query('begin');
    await client.query('delete from auth.sessions where id = $1', [ada.sessionId]);
    asked = act(ada, 'look-person', { person: ada.id });
    await untilSomebodyWaits(client);
    await client.query('commit');
  });
  expect(await asked).toMatchObject({ status: 403, body: { code: 'session_not_found' } });
});

describe('the last two owners at the same moment', () => {
  it.each([1, 2, 3, 4])('both leave, and one stays (%i)', async () => {
    const both = [await staffActor('owner'), await staffActor('owner')];
    const answers = await Promise.all(both.map(leave));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_owner');
    expect(await owners()).toHaveLength(1);
  });

  it.each([1, 2, 3, 4])(
    'one leaves, the other’s account is closed, and one stays (%i)',
    async () => {
      const [one, two] = [await staffActor('owner'), await staffActor('owner')];
      const admin = actors.staff.client.auth.admin;
      const [left, closed] = await Promise.all([leave(one), admin.deleteUser(two.id)]);
      expect([left.status === 200, closed.error === null].filter(Boolean)).toHaveLength(1);
      expect(await owners()).toHaveLength(1);
    },
  );

  it('each demotes the other, and one stays', async () => {
    const [one, two] = [await staffActor('owner'), await staffActor('owner')];
    const answers = await Promise.all([
      act(one, 'change-role', { id: two.id, role: 'viewer' }),
      leave(two),
      leave(one),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await owners()).toHaveLength(1);
  });
});

it('an owner’s account is closed beside an act that has locked the log and waits for the owners', async () => {
  const [, two] = [await staffActor('owner'), await staffActor('owner')];
  let closed: ReturnType<typeof actors.staff.client.auth.admin.deleteUser> | undefined;
  await api.asAdmin(async (client) => {
    await client.query('begin');
    // The other transaction is the one to be rolled back.
    await client.query("set local deadlock_timeout = '1min'");
    await client.query("select pg_advisory_xact_lock(hashtextextended('staff.log', 0))");
    closed = actors.staff.client.auth.admin.deleteUser(two.id);
    closed.catch(() => {});
    await untilSomebodyWaits(client);
    await client.query("select pg_advisory_xact_lock(hashtextextended('staff.members', 0))");
    await client.query('commit');
  });
  expect((await closed)?.error).toBeNull();
});

it('a profile is deleted at the moment when somebody reports it', async () => {
  const [member, them] = [await actors.member(), await candidate()];
  let reported: PromiseLike<{ error: { code: string } | null }> | undefined;
  await api.asAdmin(async (client) => {
    await client.query('begin');
    const text = "select pg_advisory_xact_lock(hashtextextended('reports ' || $1, 0))";
    await client.query(text, [member.id]);
    const report = { profile: them.profileId, reason: 'Not a person.' };
    reported = member.client.rpc('report_profile', report).then((answer) => answer);
    await untilSomebodyWaits(client);
    await them.client.from('candidate_profiles').delete().eq('id', them.profileId);
    await client.query('commit');
  });
  expect((await reported)?.error?.code).toBe('PT404');
});

it('the log’s chain has neither fork nor gap, even if some of its writers fail', async () => {
  const [owner, staff] = [await staffActor('owner'), await staffActor('staff')];
  const people = await Promise.all(Array.from({ length: 6 }, () => actors.signedIn()));
  const answers = await Promise.all(
    people.flatMap(({ id: person }) => [
      act(staff, 'block-person', { person, reason: 'They sent spam.' }),
      // Written, then rolled back with the transaction.
      database
        .asCaller(staff.caller, async (session) => {
          await session.query({
            text: "select staff.write_log('end-sessions', 'person', $1)",
            values: [person],
          });
          throw new Error('taken back');
        })
        .catch((error: Error) => ({ status: error.message })),
      act(owner, 'list-log'),
      act(staff, 'add-note', { person, words: 'Looked at.' }),
    ]),
  );
  expect(answers.filter(({ status }) => status === 'taken back')).toHaveLength(6);
  expect(answers.filter(({ status }) => status !== 'taken back' && status !== 200)).toEqual([]);
  const { rows } = await database.asService.query<{ entries: number; total: number; broken: null }>(
    {
      text: 'select entries::int, total::int, broken_at as broken from staff.check_log(0, 100000)',
    },
  );
  expect(rows[0]).toMatchObject({ broken: null, entries: rows[0]?.total });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
