import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { isMigrated, migrate } from '#database/migrate.ts';
import { openClient } from '#database/open-client.ts';
import { writeProject } from '#database/supabase/write-project.ts';
import { withDatabaseBehind } from '../support/database-behind.ts';
import { openProject } from './open-project.ts';

/** A project to which the export was applied by its owner, who is not a superuser. */
const project = await openProject(inject('engine'));
const { admin, drop } = await project.copy();
const client = await openClient(admin);
afterAll(async () => {
  await client.end();
  await drop();
  await project.drop();
});

/** The same tests as on the site's own database, imported under another name so that they count as new ones. */
const permissionTests = import.meta.glob(
  [
    '../../api/rest/permissions.test.ts',
    '../../api/*/who-may-*.test.ts',
    '../../database/migrations/{candidate-profiles,hidden-companies,own-rights,saved-jobs,subscriptions}.test.ts',
  ],
  { query: { on: 'supabase' } },
);

await withDatabaseBehind(project.copy, async () => {
  for (const load of Object.values(permissionTests)) await load();
});

const [own, other] = [
  '00000000-0000-4000-8000-00000000aa01',
  '00000000-0000-4000-8000-00000000aa02',
];
await client.query(`insert into auth.users (id, email) values ('${own}', 'own@people.example')`);

/** The result of a query, run as somebody signed in and rolled back. */
async function as(person: string, text: string) {
  await client.query('begin');
  try {
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ sub: person, role: 'authenticated' })],
    );
    return await client.query(text);
  } finally {
    await client.query('rollback');
  }
}

describe('files of a Supabase project', () => {
  const put = (folder: string) =>
    `insert into storage.objects (bucket_id, name) values ('avatars', '${folder}/a.webp') returning name`;

  it('are uploaded by people into their own folder, and nowhere else', async () => {
    expect((await as(own, put(own))).rowCount).toBe(1);
    await expect(as(own, put(other))).rejects.toThrow(/row-level security/);
  });
});

describe('the file of a resume', () => {
  const name = 'a-resume.pdf';
  const found = `select name from storage.objects where bucket_id = 'resumes'`;

  it('is seen by whoever may read the resume, and written by nobody', async () => {
    await client.query(
      `insert into public.resumes (user_id, file_name, type, bytes, object_name)
        values ('${own}', 'me.pdf', 'application/pdf', 10, '${name}')`,
    );
    await client.query(
      `insert into storage.objects (bucket_id, name) values ('resumes', '${name}')`,
    );
    expect((await as(own, found)).rows).toEqual([{ name }]);
    expect((await as(other, found)).rows).toEqual([]);
    await expect(
      as(own, `insert into storage.objects (bucket_id, name) values ('resumes', 'b.pdf')`),
    ).rejects.toThrow(/row-level security/);
  });

  it('is deleted through the project, an hour after nothing refers to it', async () => {
    const lost = 'select bucket, name from private.lost_files()';
    const isOld = "update storage.objects set updated_at = now() - interval '2 hours'";
    await client.query(isOld);
    expect((await client.query(lost)).rows).toEqual([]);
    await client.query(`delete from public.resumes where object_name = '${name}'`);
    expect((await client.query(lost)).rows).toEqual([{ bucket: 'resumes', name }]);
    await client.query('update storage.objects set updated_at = now()');
    expect((await client.query(lost)).rows).toEqual([]);
  });
});

describe('live updates', () => {
  it('cover every listed table, and no deletes, which Supabase would announce to everybody', async () => {
    const { rows } = await client.query(
      `select pubinsert, pubupdate, pubdelete, pubtruncate,
        (select array_agg(tablename::text order by tablename) from pg_publication_tables
          where pubname = 'supabase_realtime') as tables
      from pg_publication where pubname = 'supabase_realtime'`,
    );
    expect(rows).toEqual([
      {
        pubinsert: true,
        pubupdate: true,
        pubdelete: false,
        pubtruncate: false,
        tables: [
          'candidate_profiles',
          'conversations',
          'job_activity',
          'jobs',
          'messages',
          'subscriptions',
        ],
      },
    ]);
  });

  it('reach only the person whom they concern', async () => {
    await client.query(`select private.tell_person('${own}', 'jobs')`);
    const hear = async (person: string) => {
      const text = `select set_config('realtime.topic', 'person:${own}', true)`;
      const { rows } = await as(
        person,
        `with topic as materialized (${text}) select m.event from topic, realtime.messages as m`,
      );
      return rows;
    };
    expect(await hear(own)).toEqual([{ event: 'jobs' }]);
    expect(await hear(other)).toEqual([]);
  });
});

it('leave accounts to the project: API roles cannot read them, and functions read views', async () => {
  const { rows } = await client.query(
    `select has_table_privilege('service_role', 'auth.users', 'select') as users,
      has_table_privilege('service_role', 'private.accounts', 'select') as accounts,
      has_table_privilege('authenticated', 'private.accounts', 'select') as for_people`,
  );
  expect(rows).toEqual([{ users: false, accounts: true, for_people: false }]);
});

describe('the start of the site on a project', () => {
  it('finds every migration there, and can be repeated', async () => {
    const again = await migrate(admin);
    expect(again.user).toBe(project.login.user);
    expect(await isMigrated((text) => client.query(text))).toBe(true);
  });

  it('refuses one that is behind, and says what to do', async () => {
    await client.query(`update deploy.migrations set checksum = 'x' where name like 'rules/%'`);
    await expect(migrate(admin)).rejects.toThrow(/npm run supabase:export/);
  });

  it('refuses one without the export', async () => {
    await client.query('alter table deploy.migrations rename to gone');
    await expect(migrate(admin)).rejects.toThrow(/without the tables of this site/);
  });
});

describe('the folder of an export', () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const facts = { siteUrl: 'https://www.site.example', functions: ['renew-job'] };
  const place = join(folder, 'supabase/migrations');

  it('keeps its files when it is written again, and repeats the rules if they have changed', () => {
    const first = writeProject(folder, { ...facts, now: new Date('2026-01-02T03:04:05Z') });
    expect(first[0]).toBe('20260102030405_platform.sql');
    expect(readdirSync(place)).toEqual(first);
    const later = { ...facts, now: new Date('2026-02-02T00:00:00Z') };
    expect(writeProject(folder, later)).toEqual([]);
    writeFileSync(join(place, first.at(-1) ?? ''), '-- Rules as they were.');
    expect(writeProject(folder, later)).toEqual(['20260202000000_rules.sql']);
  });

  it('goes on behind its last file after an interruption, even if the clock was set back', () => {
    const all = readdirSync(place).toSorted();
    for (const name of all.slice(20)) rmSync(join(place, name));
    const names = (files: readonly string[]) => files.map((file) => file.slice(15));
    const before = { ...facts, now: new Date('2026-01-02T03:04:06Z') };
    writeFileSync(join(place, 'notes.md'), 'Not a migration.');
    const rest = writeProject(folder, before);
    rmSync(join(place, 'notes.md'));
    writeFileSync(join(place, '20269999000000_by_hand.sql'), '-- A day that does not exist.');
    expect(writeProject(folder, before)).toEqual([]);
    rmSync(join(place, '20269999000000_by_hand.sql'));
    expect(readdirSync(place).toSorted()).toEqual([...all.slice(0, 20), ...rest]);
    expect(new Set(names(rest))).toEqual(new Set(names(all.slice(20))));
    expect(rest.at(-1)).toMatch(/_rules\.sql$/);
  });

  it('is not overwritten where a file was changed by hand', () => {
    writeFileSync(join(place, '20260102030405_platform.sql'), '-- Changed.');
    expect(() => writeProject(folder, { ...facts, now: new Date() })).toThrow(
      /Put it back as it was exported/,
    );
  });
});
