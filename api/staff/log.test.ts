import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { toCsv } from '../csv.ts';
import { checkLog } from './for-commands.ts';

const api = await openTestApi();
const { database, asAdmin } = api;
const staffActor = createStaffActors(api);

const act = createStaffCalls(api);

const chain = () => checkLog(database);

describe('the log', () => {
  it('contains every act with who, about whom, before and after', async () => {
    const owner = await staffActor('owner');
    const them = await staffActor('staff');
    expect(await act(owner, 'change-role', { id: them.id, role: 'viewer' })).toMatchObject({
      status: 200,
    });
    const { body } = await act(owner, 'list-log', { filters: { subject: them.id } });
    expect(body.rows[0]).toMatchObject({
      act: 'change-role',
      actor: owner.email,
      subject_kind: 'person',
      before: { role: 'staff' },
      after: { role: 'viewer' },
    });
    const [mail] = await api.post.sentTo(them.email);
    expect(mail?.text).toContain('changed your role to Viewer');
    expect(await act(owner, 'remove-member', { id: them.id })).toMatchObject({ status: 400 });
    const removal = { id: them.id, reason: '=Left the company' };
    expect((await act(owner, 'remove-member', removal)).status).toBe(200);
    const file = await act(owner, 'file-log', { filters: { subject: them.id } });
    expect(file.body.csv).toContain("'=Left the company");
    // In the words of the screen: no braces, and no column names.
    expect(file.body.csv).toMatch(
      /^No,When \(UTC\),Who,Act,About,Number or address,Reason,Before,After\r\n/,
    );
    expect(file.body.csv).toContain(',role: staff,role: viewer\r\n');
  });

  it('causes one email to whoever is lowered twice in a row', async () => {
    const owner = await staffActor('owner');
    const them = await staffActor('owner');
    for (const role of ['staff', 'viewer']) {
      expect((await act(owner, 'change-role', { id: them.id, role })).status).toBe(200);
    }
    const mails = await api.post.sentTo(them.email);
    expect(mails.map(({ text }) => text.match(/your role to (\w+)/)?.[1])).toEqual(['Viewer']);
  });

  it('is in the same transaction: what cannot be logged does not happen', async () => {
    const owner = await staffActor('owner');
    const them = await staffActor('staff');
    const silent = database.asCaller(owner.caller, (session) =>
      session.query({
        text: "update staff.members set role = 'viewer' where user_id = $1",
        values: [them.id],
      }),
    );
    await expect(silent).rejects.toMatchObject({ code: 'SF500' });
    // Entries about something or somebody else do not count.
    for (const [done, about] of [
      ['check-log', them.id],
      ['change-role', owner.id],
    ]) {
      const hidden = database.asCaller(owner.caller, async (session) => {
        await session.query({
          text: "select staff.write_log($1, 'person', $2)",
          values: [done, about],
        });
        await session.query({
          text: "update staff.members set role = 'viewer' where user_id = $1",
          values: [them.id],
        });
      });
      await expect(hidden).rejects.toMatchObject({ code: 'SF500' });
    }
  });

  it('cannot be changed, emptied or forged by any role of the site, nor by its login', async () => {
    const owner = await staffActor('owner');
    const before = await chain();
    const client = new pg.Client(api.login);
    await client.connect();
    const claims = JSON.stringify(owner.caller.claims);
    await client.query("select set_config('request.jwt.claims', $1, false)", [claims]);
    const attempts = [
      "update staff.log set act = 'nothing'",
      'delete from staff.log',
      'truncate staff.log cascade',
      'delete from staff.log_details',
      "insert into staff.log (actor_kind, act, details_hash) values ('site', 'forged', '')",
      "select staff.append('site', null, null, 'forged', '', '', null, null, null)",
      "select staff.drop_details('infinity', null)",
      'alter table staff.log disable trigger all',
      'drop table staff.log_details',
      'set session_replication_role = replica',
      'set role staff_keeper',
    ];
    try {
      for (const role of ['none', 'anon', 'authenticated', 'service_role']) {
        for (const text of attempts) {
          await client.query(`set role ${role}`);
          await expect(client.query(text), `${role}: ${text}`).rejects.toMatchObject({
            code: '42501',
          });
          await client.query('reset role');
        }
      }
    } finally {
      await client.end();
    }
    expect(await chain()).toEqual(before);
  });

  it('does not fork when many act at once, and shows which entry was tampered with', async () => {
    const owner = await staffActor('owner');
    await Promise.all(Array.from({ length: 8 }, () => act(owner, 'check-log')));
    expect(await chain()).toMatchObject({ brokenAt: null });
    // The owner of the machine can, and the chain reveals it.
    await asAdmin(async (client) => {
      await client.query('alter table staff.log disable trigger refuse_change');
      await client.query("update staff.log set act = 'nothing' where position = 2");
      await client.query('alter table staff.log enable trigger refuse_change');
    });
    expect(await chain()).toMatchObject({ brokenAt: 2 });
    expect((await act(owner, 'check-log')).body.broken_at).toBe(2);
  });

  it('lets a person’s values be erased, says so, and remains intact', async () => {
    const owner = await staffActor('owner');
    const { id } = await staffActor('staff');
    await act(owner, 'change-role', { id, role: 'viewer' });
    expect((await act(owner, 'find-details', { person: owner.email })).body).toMatchObject({
      id: owner.id,
      address: owner.email,
    });
    expect((await act(owner, 'find-details', { person: 'none@staff.test' })).status).toBe(404);
    expect((await act(owner, 'find-details', { person: id })).body).toMatchObject({
      id,
      entries: 2,
    });
    const erased = await act(owner, 'erase-details', { id, reason: 'They asked for it.' });
    expect(erased.body.entries).toBeGreaterThan(0);
    const { body } = await act(owner, 'list-log', { filters: { subject: id } });
    expect(body.rows[0]).toMatchObject({ act: 'change-role', after: null, has_details: false });
    expect((await act(owner, 'list-log', {})).body.rows[0].act).toBe('erase-details');
  });
});

describe('a long log', () => {
  it('is read in consecutive batches, and a cut or forged entry shows in each', async () => {
    const owner = await staffActor('owner');
    await asAdmin((client) =>
      client.query(`select staff.append('site', null, null, 'details-ended', '', '', null, null, null)
        from generate_series(1, 60)`),
    );
    const read = async (after: number, most: number) => {
      const { rows } = await database.asService.query<{ next: number | null; broken_at: unknown }>({
        text: 'select next::int, broken_at::int from staff.check_log($1, $2)',
        values: [after, most],
      });
      return rows[0];
    };
    const { rows } = await database.asService.query<{ broken_at: number | null }>({
      text: 'select broken_at::int from staff.check_log(0, 20000)',
    });
    // An earlier test left a forged entry; those after it are intact.
    const start = rows[0]?.broken_at ?? 0;
    for (let after: number | null = start; after !== null; ) {
      const stretch = await read(after, 7);
      expect(stretch?.broken_at).toBeNull();
      after = stretch?.next ?? null;
    }
    const answer = await act(owner, 'check-log', { after: start });
    expect(answer.body).toMatchObject({ next: null, broken_at: null });
    const { body } = await act(owner, 'list-log', { filters: { act: 'check-log' } });
    expect(body.rows[0].after).toMatchObject({ from: start + 1, broken_at: null });
    await asAdmin(async (client) => {
      await client.query('begin');
      await client.query('alter table staff.log disable trigger user');
      await client.query('delete from staff.log_details where position = $1', [start + 30]);
      await client.query('delete from staff.log where position = $1', [start + 30]);
      const cut = await client.query(
        'select broken_at::int from staff.read_chain($1, 20000) union all select broken_at::int from staff.read_chain($2, 5)',
        [start, start + 30],
      );
      expect(cut.rows).toEqual([{ broken_at: start + 31 }, { broken_at: start + 31 }]);
      await client.query('rollback');
    });
  });

  it('is searched with an index for the actor, as the viewer', async () => {
    const owner = await staffActor('owner');
    const plans: string[] = [];
    await database.asCaller(owner.caller, async (session) => {
      await session.query({ text: 'set local enable_seqscan = off' });
      for (const where of [
        "d.actor_address = 'a@b.example'",
        `l.actor_id = '${owner.id}'::uuid`,
        "l.position <= staff.last_of_log('2026-01-01')",
        "l.position >= staff.first_of_log('2026-01-01')",
      ]) {
        const { rows } = await session.query<{ 'QUERY PLAN': string }>({
          text: `explain select 1 from staff.log as l
            left join staff.log_details as d on d.position = l.position
            where ${where} order by l.position desc limit 51`,
        });
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
    });
    expect(plans[0]).toMatch(/log_details_actor[\s\S]*Index Cond: \(actor_address = /);
    expect(plans[1]).toMatch(/log_actor[\s\S]*Index Cond: \(actor_id = /);
    expect(plans[2]).toMatch(/log_pkey[\s\S]*Index Cond: \("position" <= /);
    expect(plans[3]).toMatch(/log_pkey[\s\S]*Index Cond: \("position" >= /);
  });

  it('is searched by the address of the person concerned, and by a credential’s number', async () => {
    const [owner, viewer] = [await staffActor('owner'), await staffActor('viewer')];
    const { body: look } = await act(owner, 'look-person', { person: viewer.id });
    expect(look.account.email).toBe(viewer.email);
    const about = async (subject: string) =>
      (await act(owner, 'list-log', { filters: { subject } })).body.rows;
    expect((await about(viewer.email.toUpperCase()))[0]).toMatchObject({
      act: 'look-person',
      subject_id: viewer.id,
    });
    expect(await about('nobody@people.example')).toEqual([]);
    await asAdmin((client) =>
      client.query(
        `select staff.append('command', null, null, 'suspend-credential', 'credential', 'N9FVK1QD4MAWQ', null, null, null)`,
      ),
    );
    expect(await about('n9fv-k1qd-4maw-q')).toMatchObject([{ act: 'suspend-credential' }]);
  });

  it('is searched by days', async () => {
    const owner = await staffActor('owner');
    const today = new Date().toISOString().slice(0, 10);
    const rowsOf = async (filters: object) =>
      (await act(owner, 'list-log', { filters })).body.rows.length;
    expect(await rowsOf({ since: today, until: today })).toBeGreaterThan(0);
    expect(await rowsOf({ until: '2020-01-01' })).toBe(0);
    expect(await rowsOf({ since: '2090-01-01' })).toBe(0);
    for (const since of ['yesterday', '2026-02-31', '0000-01-01']) {
      expect((await act(owner, 'list-log', { filters: { since } })).status).toBe(400);
    }
  });

  it('starts a page only after an existing entry', async () => {
    const owner = await staffActor('owner');
    const listed = ['log', 'people', 'cases', 'word-versions'];
    for (const place of [
      ['x', 'y'],
      ['\u0000', '1'],
      ['9'.repeat(30), crypto.randomUUID()],
    ]) {
      const after = Buffer.from(JSON.stringify(place)).toString('base64url');
      for (const name of listed) {
        expect((await act(owner, `list-${name}`, { after })).status).toBe(400);
      }
    }
  });
});

describe('the rights of staff', () => {
  it('pause after an idle hour, which acts postpone and polls do not', async () => {
    const owner = await staffActor('owner');
    const shift = (text: string) => database.asService.query({ text, values: [owner.sessionId] });
    expect((await act(owner, 'list-log')).status).toBe(200);
    await shift(`update auth.mfa_amr_claims set updated_at = now() - interval '3 hours'
      where session_id = $1`);
    expect((await act(owner, 'list-log')).status).toBe(200);
    // A dangerous act still asks for the factor again.
    expect((await act(owner, 'appoint', { email: 'a@b.example', role: 'staff' })).body.code).toBe(
      'factor_needed_again',
    );
    await asAdmin(async (client) => {
      await client.query(
        "update staff.activity set last_at = now() - interval '61 minutes' where session_id = $1",
        [owner.sessionId],
      );
    });
    expect((await act(owner, 'list-log')).status).toBe(404);
    const own = await api.fetch('/functions/v1/own-pages', {
      method: 'POST',
      headers: owner.headers,
      body: JSON.stringify({ path: '/staff' }),
    });
    expect(await own.json()).toMatchObject({ role: 'owner', needs: 'factor' });
  });

  it('cannot be given to oneself, nor to unproved or banned people', async () => {
    const owner = await staffActor('owner');
    const self = await act(owner, 'change-role', { id: owner.id, role: 'staff' });
    expect([self.status, self.body.code]).toEqual([409, 'not_on_them']);
    await staffActor('owner');
    const set = (text: string) => database.asService.query({ text, values: [owner.id] });
    await set('update auth.users set email_proved_at = null where id = $1');
    expect((await act(owner, 'list-team')).status).toBe(404);
    await set('update auth.users set email_proved_at = now() where id = $1');
    expect((await act(owner, 'list-team')).status).toBe(200);
  });

  it('never leave the site without an owner', async () => {
    await asAdmin(async (client) => {
      await client.query(`begin; delete from auth.users where id in
        (select user_id from staff.members where role <> 'owner'); commit`);
      const { rows } = await client.query<{ user_id: string }>(
        "select user_id from staff.members where role = 'owner'",
      );
      for (const { user_id: id } of rows) {
        await client.query('delete from auth.users where id = $1', [id]).catch(() => {});
      }
    });
    const { rows } = await database.asService.query<{ email: string }>({
      text: 'select email from staff.list_members()',
    });
    expect(rows).toHaveLength(1);
    const change = (text: string) => database.asService.query({ text, values: [rows[0]?.email] });
    const refused = { code: 'SF410' };
    await expect(change('delete from auth.users where email = $1')).rejects.toMatchObject(refused);
    await expect(
      change("update auth.users set banned_until = now() + interval '1 day' where email = $1"),
    ).rejects.toMatchObject(refused);
    await expect(
      change('update auth.users set deleted_at = now() where email = $1'),
    ).rejects.toMatchObject(refused);
  });
});

describe('an exported file', () => {
  it('has no formula, whatever it starts with', () => {
    expect(toCsv([['=1+1', '@x', 'a "b", c', null, 5]])).toBe(`'=1+1,'@x,"a ""b"", c",,5\r\n`);
    const beginnings = ['=', '+', '-', '@', '\t', '|', '%', '＝', '＋', '－', '＠'];
    const before = ['', ' ', '\u00a0', '\ufeff', '\u200b', '\u202e', '\u2066', '\u0000'];
    for (const start of beginnings)
      for (const hidden of before)
        expect(toCsv([[`${hidden}${start}SUM(1)`]])).toBe(`'${hidden}${start}SUM(1)\r\n`);
  });

  it('has none if a program splits it at semicolons, tabs or lines', () => {
    const cells = toCsv([['Kim;=SUM(1)', 'Lee\t@x', 'Ada\n＝1', 'a; b = c', 'x; -1']]);
    expect(cells).toBe(`Kim;'=SUM(1),Lee\t'@x,"Ada\n'＝1",a; b = c,x; '-1\r\n`);
  });
});
