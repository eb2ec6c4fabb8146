import { describe, expect, it } from 'vitest';
import { endsAt, statusOf } from '#domain/jobs/job-life.ts';
import type { Job } from '#domain/jobs/job-rows.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database } = await openTestApi();
const owner = await actors.signedIn();
const { client } = owner;

describe('the end of a job', () => {
  it.each([
    ['2026-03-31', '2026-03-01T00:00:00.000Z'],
    ['2026-12-31', '2026-03-01T23:59:59.999Z'],
    ['2028-02-29', '2026-03-01T00:00:00.000Z'],
    ['9999-12-31', '2026-03-01T00:00:00.000Z'],
    [null, '2026-03-08T06:59:59.999Z'],
    [null, '2026-12-31T23:59:59.999Z'],
  ])(
    'is the same in SQL and in domain (deadline %s, published %s)',
    async (deadline, published) => {
      const [id] = await storeJobs(database, [
        jobRow(owner.id, { application_deadline: deadline, published_at: published }),
      ]);
      for (const zone of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
        const { rows } = await database.asService.transaction(async (session) => {
          await session.query({ text: `select set_config('timezone', $1, true)`, values: [zone] });
          return session.query<{ ends_at: Date }>({
            text: 'select ends_at from public.jobs where id = $1',
            values: [id],
          });
        });
        const end = endsAt({ application_deadline: deadline, published_at: published });
        expect(rows[0]?.ends_at).toEqual(end);
      }
    },
  );

  it('comes when the deadline’s day is over everywhere, and not before', async () => {
    // Noon in UTC is midnight at UTC-12: the last place where the day ends.
    const { rows } = await database.asService.query<{ last: string; gone: string }>({
      text: `select to_char(now() at time zone 'UTC' - interval '12 hours', 'YYYY-MM-DD') as last,
        to_char(now() at time zone 'UTC' - interval '36 hours', 'YYYY-MM-DD') as gone`,
    });
    const [live = '', over = ''] = await storeJobs(database, [
      jobRow(owner.id, { application_deadline: rows[0]?.last }),
      jobRow(owner.id, { application_deadline: rows[0]?.gone }),
    ]);
    const { data } = await actors.anonymous.client.from('jobs').select('id').in('id', [live, over]);
    expect(data).toEqual([{ id: live }]);
    const { data: own } = await client.from('jobs').select('*').in('id', [live, over]);
    expect((own as Job[]).map((job) => [job.id, statusOf(job)])).toEqual(
      expect.arrayContaining([
        [live, 'live'],
        [over, 'expired'],
      ]),
    );
  });
});

describe('what a poster says about a job', () => {
  async function post(changes = {}): Promise<Job> {
    const [id] = await storeJobs(database, [jobRow(owner.id, changes)]);
    return read(id ?? '');
  }
  async function read(id: string): Promise<Job> {
    const { data, error } = await client.from('jobs').select('*').eq('id', id).single();
    if (error) throw error;
    return data;
  }
  async function change(job: Job, changes: Partial<Omit<Job, 'ends_at'>>): Promise<Job> {
    const { error } = await client.from('jobs').update(changes).eq('id', job.id);
    if (error) throw error;
    return read(job.id);
  }

  it('closes it, and reopens it for sixty days', async () => {
    const old = await post({ published_at: '2026-01-01T00:00:00Z' });
    const closed = await change(old, { is_active: false });
    expect(statusOf(closed)).toBe('closed');
    expect(closed.closed_at).not.toBeNull();
    const open = await change(closed, { is_active: true });
    expect(statusOf(open)).toBe('live');
    expect(open).toMatchObject({ closed_at: null, filled_at: null, created_at: old.created_at });
  });

  it('marks it as filled, at the database’s time', async () => {
    const filled = await change(await post(), { filled_at: '2001-01-01T00:00:00Z' });
    expect(statusOf(filled)).toBe('filled');
    expect(filled.is_active).toBe(false);
    expect(Date.parse(filled.filled_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(statusOf(await change(filled, { is_active: true }))).toBe('live');
  });

  it('renews it, at the database’s time too', async () => {
    const old = await post({ published_at: '2026-01-01T00:00:00Z' });
    expect(statusOf(old)).toBe('expired');
    const renewed = await change(old, { published_at: '2099-01-01T00:00:00Z' });
    expect(statusOf(renewed)).toBe('live');
    expect(Date.parse(renewed.published_at)).toBeLessThan(Date.now() + 60_000);
  });

  it('cannot feature it, or show it when staff have hidden it', async () => {
    const job = await post({ hidden_at: new Date() });
    for (const changes of [
      { hidden_at: null },
      { is_featured: true },
      { created_at: '2099-01-01' },
    ]) {
      const { error } = await client.from('jobs').update(changes).eq('id', job.id);
      expect(error?.code).toBe('42501');
    }
  });

  it('of two editors at once, the second changes nothing', async () => {
    const job = await post();
    const edit = (title: string) =>
      client
        .from('jobs')
        .update({ title })
        .eq('id', job.id)
        .eq('updated_at', job.updated_at)
        .select('id');
    expect((await edit('First editor')).data).toHaveLength(1);
    expect((await edit('Second editor')).data).toEqual([]);
    expect((await read(job.id)).title).toBe('First editor');
  });
});
