import { afterAll, describe, expect, inject, it } from 'vitest';
import { asAdmin, cloneDatabase } from '#test/support/engine.ts';
import { openDatabase } from '../database.ts';
import { withClient } from '../open-client.ts';
import { insertJobs } from './insert-jobs.ts';
import { seedCandidates, seedManyCandidates } from './sample-candidates.ts';
import { sampleJob, seedSampleJobs } from './sample-jobs.ts';
import { seedDemo } from './seed.ts';
import { withoutIndexes } from './without-indexes.ts';

const now = new Date();
const many = await openSeeded();
const indexes = await indexesOf(many);

describe('large numbers of samples', () => {
  it('are stored row by row as usual, with every index back afterwards', async () => {
    const usual = await openSeeded();
    const { demo } =
      (await ask<{ demo: number }>(many, 'select count(*)::int as demo from jobs'))[0] ?? {};
    await seedSampleJobs(many, 90, undefined, now);
    await seedManyCandidates(many, 60, undefined, now.getTime());

    for (let index = demo ?? 0; index < 90; index += 1) {
      await usual.database.asService.transaction((session) =>
        insertJobs(session, [sampleJob(index, 90, now)]),
      );
    }
    await seedCandidates(usual.database, 60, undefined, now.getTime());

    // Only values from the clock or from chance may differ.
    const jobs = `select to_jsonb(j) - '{id,updated_at,closed_at,company_id}'::text[] as row, closed_at is null as open
      from public.jobs as j where description like '%sample job.' order by created_at desc`;
    const profiles = `select to_jsonb(p) - 'updated_at' as row, to_jsonb(s) as search
      from public.candidate_profiles as p left join private.candidate_search as s on s.profile_id = p.id
      where p.user_id > '30000000-0000-4000-8000-000000000024' order by p.id`;
    for (const [text, least] of [
      [jobs, 40],
      [profiles, 36],
    ] as const) {
      const stored = await ask(many, text);
      expect(stored.length).toBeGreaterThanOrEqual(least);
      expect(stored).toEqual(await ask(usual, text));
    }
    expect(await indexesOf(many)).toEqual(indexes);
  });
});

describe('an interrupted seeding', () => {
  const left = ['private.job_search_idx', 'public.jobs_staff_words_idx'];
  const quiet = () => {};

  it('that fails restores the indexes at once', async () => {
    const failing = withoutIndexes(many.admin, left, quiet, async () => {
      expect(await indexesOf(many)).toHaveLength(indexes.length - left.length);
      throw new Error('The disk is full.');
    });
    await expect(failing).rejects.toThrow('The disk is full.');
    expect(await indexesOf(many)).toEqual(indexes);
  });

  it('that is killed leaves a note, by which the next one restores them', async () => {
    const killed = withoutIndexes(many.admin, left, quiet, () =>
      asAdmin(many.admin, (client) =>
        client.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'samples' and datname = current_database()`),
      ),
    );
    await expect(killed).rejects.toThrow();
    expect(await indexesOf(many)).toHaveLength(indexes.length - left.length);
    await seedSampleJobs(many, 1);
    expect(await indexesOf(many)).toEqual(indexes);
  });
});

type Seeded = Awaited<ReturnType<typeof openSeeded>>;

async function openSeeded() {
  const { admin, login, drop } = await cloneDatabase(inject('engine'));
  const database = openDatabase(login, 3);
  afterAll(async () => {
    await database.close();
    await drop();
  });
  await seedDemo(database, () => {});
  return { admin, database };
}

function ask<Row>({ admin }: Seeded, text: string): Promise<Row[]> {
  return withClient(admin, async (client) => (await client.query(text)).rows as Row[]);
}

function indexesOf(site: Seeded) {
  return ask(site, 'select indexdef from pg_indexes order by indexdef');
}
