import { describe, expect, it } from 'vitest';
import { type JobForm, jobSchema } from '#domain/job.ts';
import { currencies, salaryPeriods, workplaces } from '#domain/job-facts.ts';
import { endsAt, statusOf } from '#domain/job-life.ts';
import type { Job } from '#domain/job-rows.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database } = await openTestApi();
const owner = await actors.signedIn();
const { client } = owner;

/** What the form, and what the table through the API, say to the same values. */
async function ask(changes: Partial<Record<keyof JobForm, unknown>>) {
  const { posted_by, ...form } = jobRow(owner.id, changes);
  const { error } = await client.from('jobs').insert({ posted_by, ...form } as never);
  return { form: jobSchema.safeParse(form).success, table: error === null, code: error?.code };
}

const salary = { salary_from: 10, salary_to: 20, salary_currency: 'USD', salary_period: 'hour' };

describe('form and table agree', () => {
  it.each([
    ['5,000 characters of four bytes', { description: '😀'.repeat(5000) }, true],
    ['5,001 characters of four bytes', { description: '😀'.repeat(5001) }, false],
    ['50 of them', { description: '😀'.repeat(50) }, true],
    ['49 of them', { description: '😀'.repeat(49) }, false],
    ['a title of three emoji', { title: '😀😀😀' }, true],
    ['a title of two', { title: '😀😀' }, false],
    ['text that runs from right to left', { title: 'محلل الترميز الطبي' }, true],
    ['both ends of a salary', salary, true],
    ['one end of a salary', { ...salary, salary_from: null }, true],
    ['the same twice', { ...salary, salary_to: 10 }, true],
    ['a salary upside down', { ...salary, salary_to: 9.99 }, false],
    ['a salary without a currency', { ...salary, salary_currency: null }, false],
    ['a salary without a period', { ...salary, salary_period: null }, false],
    ['a salary of nothing', { ...salary, salary_from: 0 }, false],
    ['a salary above the limit', { ...salary, salary_to: 100_000_000.01 }, false],
    ['an unknown currency', { ...salary, salary_currency: 'XXX' }, false],
    ['an unknown period', { ...salary, salary_period: 'decade' }, false],
    ['an unknown workplace', { workplace: 'moon' }, false],
    ['a country in words', { country: 'Canada' }, false],
    ['a country by its code', { country: 'CA' }, true],
    ['a city of 100 characters', { city: 'é'.repeat(100) }, true],
    ['a city of 101', { city: 'é'.repeat(101) }, false],
    ['an address with a name before the host', { application_url: 'https://a@b.example' }, false],
    ['an address with a backslash', { application_url: 'https://a\\@b.example' }, false],
    ['a script as an address', { application_url: 'javascript:alert(1)' }, false],
    ['a deadline on a day that is not there', { application_deadline: '2027-02-29' }, false],
    ['a deadline long ago', { application_deadline: '1999-12-31' }, false],
  ] as const)('on %s', async (_, changes, isGood) => {
    const { form, table } = await ask(changes);
    expect({ form, table }).toEqual({ form: isGood, table: isGood });
  });

  it('on every choice', async () => {
    for (const workplace of workplaces) expect((await ask({ workplace })).table).toBe(true);
    for (const salary_currency of currencies) {
      expect((await ask({ ...salary, salary_currency })).table).toBe(true);
    }
    for (const salary_period of salaryPeriods) {
      expect((await ask({ ...salary, salary_period })).table).toBe(true);
    }
  });

  it('on what is empty: spaces of any kind fill no least length', async () => {
    const title = '\u00a0\u2003ab\ufeff';
    expect(jobSchema.safeParse({ ...jobRow(owner.id), title }).success).toBe(false);
    for (const changes of [{ title }, { benefits: ' ' }, { description: 'x'.padEnd(60) }]) {
      expect((await ask(changes)).code).toBe('23514');
    }
  });

  it('on spaces around a text and on the ends of its lines, which both put right', async () => {
    const typed = { title: ' Coder\u2003', benefits: 'a\r\nb\rc\n' };
    const { data } = await client
      .from('jobs')
      .insert(jobRow(owner.id, typed))
      .select('title, benefits')
      .single();
    const { title, benefits } = jobSchema.parse(jobRow(owner.id, typed));
    expect(data).toEqual({ title, benefits });
    expect(data).toEqual({ title: 'Coder', benefits: 'a\nb\nc' });
  });

  it('writes what the form answers, whatever was typed', async () => {
    const typed = {
      ...jobRow(owner.id),
      title: '  Coder\u2003',
      requirements: 'a\r\nb',
      city: ' ',
    };
    const { data } = await client
      .from('jobs')
      .insert({ ...jobSchema.parse(typed), posted_by: owner.id })
      .select('title, requirements, city')
      .single();
    expect(data).toEqual({ title: 'Coder', requirements: 'a\nb', city: null });
  });
});

describe('the end of a posting', () => {
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
        const { rows } = await database.transaction(async (session) => {
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
    const { rows } = await database.query<{ last: string; gone: string }>({
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

describe('what a poster says of a posting', () => {
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

  it('closes it, and opens it again for sixty days', async () => {
    const old = await post({ published_at: '2026-01-01T00:00:00Z' });
    const closed = await change(old, { is_active: false });
    expect(statusOf(closed)).toBe('closed');
    expect(closed.closed_at).not.toBeNull();
    const open = await change(closed, { is_active: true });
    expect(statusOf(open)).toBe('live');
    expect(open).toMatchObject({ closed_at: null, filled_at: null, created_at: old.created_at });
  });

  it('marks it as filled, at the clock’s time', async () => {
    const filled = await change(await post(), { filled_at: '2001-01-01T00:00:00Z' });
    expect(statusOf(filled)).toBe('filled');
    expect(filled.is_active).toBe(false);
    expect(Date.parse(filled.filled_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(statusOf(await change(filled, { is_active: true }))).toBe('live');
  });

  it('renews it, at the clock’s time too', async () => {
    const old = await post({ published_at: '2026-01-01T00:00:00Z' });
    expect(statusOf(old)).toBe('expired');
    const renewed = await change(old, { published_at: '2099-01-01T00:00:00Z' });
    expect(statusOf(renewed)).toBe('live');
    expect(Date.parse(renewed.published_at)).toBeLessThan(Date.now() + 60_000);
  });

  it('cannot feature it, or show it when staff hid it', async () => {
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
