import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { asAdmin } from '#test/support/engine.ts';
import { isMigrated, migrate } from './migrate.ts';

// A database from before a job could require several credentials, and before companies were more
// than a name, with data that people had entered by then. Every later migration meets rows here.

const { admin } = inject('engine');
const name = `upgrade_${Date.now().toString(36)}`;
const database = { ...admin, database: name };
await asAdmin(admin, (client) => client.query(`create database ${name}`));
afterAll(() => asAdmin(admin, (client) => client.query(`drop database ${name} with (force)`)));

const folder = mkdtempSync(join(tmpdir(), 'of-before-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const part of ['platform', 'migrations', 'rules']) {
  cpSync(join(import.meta.dirname, part), join(folder, part), { recursive: true });
}
for (const file of readdirSync(join(folder, 'migrations'))) {
  if (file >= '0064') rmSync(join(folder, 'migrations', file));
}
// For tables that came later.
for (const file of ['alerts.sql', 'teams.sql']) rmSync(join(folder, 'rules', file));
await migrate(database, () => {}, folder);

const holder = '00000000-0000-4000-8000-000000000003';
const numbers = {
  valid: '0123456789AB0',
  expired: '0123456789AB1',
  suspended: '0123456789AB2',
  revoked: '0123456789AB3',
  unclaimed: '0123456789AB4',
};

async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
  const found: Row[] = [];
  await asAdmin(database, async (client) => {
    found.push(...(await client.query<Row>(text, values)).rows);
  });
  return found;
}

await asAdmin(database, async (client) => {
  await client.query(
    readFileSync(join(import.meta.dirname, '../test/support/before-0064.sql'), 'utf8'),
  );
});
const checks = () =>
  ask(
    `select wanted, c.state, c.name, c.type, c.version, c.awarded_on::text, c.expires_on::text, c.issue
      from unnest($1::text[]) as wanted, register.check_credential(wanted) as c order by wanted`,
    [Object.values(numbers)],
  );
const before = {
  checks: await checks(),
  jobs: await ask('select id, updated_at, credential_wanted from public.jobs order by id'),
  profile: await ask('select updated_at, verified from public.candidate_profiles'),
};

describe('a database of before', () => {
  it('holds what the test is about', () => {
    expect(before.checks.map(({ state }) => state)).toEqual([
      'active',
      'expired',
      'suspended',
      'revoked',
      'active',
    ]);
    expect(before.jobs.map(({ credential_wanted }) => credential_wanted)).toEqual([
      'CIHIS-AI',
      null,
      'CIHIS-L',
      null,
    ]);
    expect(before.profile).toMatchObject([{ verified: [{ type: 'CIHIS-AI', year: 2026 }] }]);
  });

  it('is brought to this version, step by step', async () => {
    await migrate(database);
    await asAdmin(database, async (client) => {
      expect(await isMigrated((text) => client.query(text))).toBe(true);
    });
  });

  it('has every job as before, with its required credential as a list', async () => {
    const jobs = await ask<{ id: string; credentials_wanted: string[] }>(
      'select id, updated_at, credentials_wanted from public.jobs order by id',
    );
    expect(jobs).toEqual(
      before.jobs.map(({ credential_wanted, ...job }) => ({
        ...job,
        credentials_wanted: credential_wanted ? [credential_wanted] : [],
      })),
    );
    const pages = await ask(
      `select p.status, p.title, p.credentials_wanted
        from public.jobs as j, public.job_page(j.id) as p order by j.id`,
    );
    expect(pages).toEqual([
      { status: 'live', title: 'Coder', credentials_wanted: ['CIHIS-AI'] },
      { status: 'expired', title: 'Auditor', credentials_wanted: [] },
      { status: 'live', title: 'Lead', credentials_wanted: ['CIHIS-L'] },
    ]);
    const wanted = await ask(
      "select title from private.live_jobs where 'CIHIS-AI' = any (credentials_wanted)",
    );
    expect(wanted).toEqual([{ title: 'Coder' }]);
  });

  it('has a company for each poster and name, which its poster manages', async () => {
    const companies = await ask(
      `select c.name, right(m.user_id::text, 1) as person, m.role, c.public_since is not null as is_public,
          (select count(*)::int from public.jobs as j where j.company_id = c.id) as jobs
        from public.companies as c join public.company_members as m on m.company_id = c.id
        order by person, name`,
    );
    expect(companies).toEqual([
      { name: 'Tidewater Health, Inc.', person: '1', role: 'admin', is_public: true, jobs: 2 },
      { name: 'Bluff Point Coding', person: '2', role: 'admin', is_public: false, jobs: 1 },
      { name: 'Tidewater Health', person: '2', role: 'admin', is_public: true, jobs: 1 },
    ]);
    const hides = await ask(
      `select right(t.user_id::text, 1) as from from public.profile_hides as h
        join public.employer_ties as t using (company_key) where h.user_id = $1`,
      [holder],
    );
    expect(hides).toEqual([{ from: '2' }]);
  });

  it('answers every number as before', async () => {
    expect(await checks()).toEqual(before.checks);
    expect(await ask('select updated_at, verified from public.candidate_profiles')).toEqual(
      before.profile,
    );
    expect(await ask('select jwt from register.issues')).toEqual([{ jwt: 'a.b.c' }]);
    expect(await ask('select act from register.history')).toHaveLength(5);
  });

  it('keeps conversations and memberships', async () => {
    expect(await ask('select body from public.messages')).toEqual([
      { body: 'Are you free on Monday?' },
    ]);
    expect(await ask('select status, customer_id from public.subscriptions')).toEqual([
      { status: 'active', customer_id: 'cus_before' },
    ]);
  });
});
