import { describe, expect, it } from 'vitest';
import { createCompanies } from '#test/support/applications.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
const { company, application } = createCompanies(actors, database);
const write = (text: string, values: unknown[] = []) => database.asService.query({ text, values });

describe('the figures of a posting', () => {
  type Figures = { similar: { of: number; applied: number } | null };
  it('are the company’s own, beside the median of five others and never of four', async () => {
    const ours = await company();
    await application(ours, { state: 'hired', answered_at: new Date() });
    await application(ours, { spam_at: new Date() });
    const read = async () =>
      (await ours.admin.client.rpc('posting_figures', { job: ours.jobId })).data as Figures;
    for (const many of [1, 2, 3, 4]) await similar(many);
    expect(await read()).toMatchObject({ applied: 1, answered: 1, hired: 1, similar: null });
    await similar(9);
    expect(await read()).toMatchObject({ similar: { of: 5, applied: 3 } });
    const stranger = await company();
    expect(
      (await stranger.admin.client.rpc('posting_figures', { job: ours.jobId })).data,
    ).toBeNull();
    const viewer = await ours.join('viewer');
    expect((await viewer.client.rpc('posting_figures', { job: ours.jobId })).data).not.toBeNull();
    expect(
      (await actors.anonymous.client.rpc('posting_figures', { job: ours.jobId })).error,
    ).not.toBeNull();
  });

  it('count everything that arrived, and by day for the last thirty days', async () => {
    const ours = await company();
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    for (const days of [0, 0, 3, 29, 30, 80])
      await application(ours, {
        applied_at: ago(days),
        ...(days === 80 && { answered_at: ago(79) }),
      });
    await write('insert into public.job_activity (job_id, day, views) values ($1, $2, 7)', [
      ours.jobId,
      ago(3),
    ]);
    const { data } = await ours.admin.client.rpc('posting_figures', { job: ours.jobId });
    const dayOf = (days: number) => ago(days).toISOString().slice(0, 10);
    expect(data).toMatchObject({
      ...{ seen: 7, saved: 0, applied: 6, answered: 1, hired: 0 },
      days: [
        { day: dayOf(0), seen: 0, applied: 2 },
        { day: dayOf(3), seen: 7, applied: 1 },
        { day: dayOf(29), seen: 0, applied: 1 },
      ],
    });
  });

  /** An older posting of another company, with that many applications. */
  async function similar(many: number) {
    const other = await company();
    await write(`update public.jobs set created_at = now() - interval '10 days' where id = $1`, [
      other.jobId,
    ]);
    for (let nth = 0; nth < many; nth += 1) await application(other);
  }
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
