import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { createCompanies } from '#test/support/applications.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, asAdmin, bugs } = await openTestApi();
const { company, application, stored, events } = createCompanies(actors, database);

/** The queued emails about applications. */
async function mailsFor(ids: string[]) {
  const found: string[] = [];
  await asAdmin(async (client) => {
    const { rows } = await client.query<{ application: string }>(
      `select payload ->> 'applicationId' as application from graphile_worker._private_jobs as j
        join graphile_worker._private_tasks as t on t.id = j.task_id
        where t.identifier = 'application-mail'`,
    );
    found.push(...rows.map(({ application }) => application));
  });
  return found.filter((id) => ids.includes(id));
}
const move = (who: Actor, id: string, seen: string, wanted: string) =>
  who.client.rpc('move_application', { application: id, seen, wanted });

describe('moving an application', () => {
  it('counts as an answer for an interview, and not for a look or a review', async () => {
    const ours = await company();
    const id = await application(ours);
    await ours.admin.client.rpc('look_at_application', { application: id });
    await move(ours.admin, id, 'new', 'review');
    expect(await stored(id)).toMatchObject({ state: 'review', answered_at: null });
    expect((await stored(id))?.looked_at).not.toBeNull();
    await move(ours.admin, id, 'review', 'interview');
    expect((await stored(id))?.answered_at).not.toBeNull();
    expect(await events(id)).toMatchObject([{ state: 'review' }, { state: 'interview' }]);
    expect(await mailsFor([id])).toHaveLength(1);
  });

  it('sends one email for everything within a minute, and none for a slip', async () => {
    const ours = await company();
    const id = await application(ours);
    await move(ours.admin, id, 'new', 'interview');
    await move(ours.admin, id, 'interview', 'offer');
    expect(await mailsFor([id])).toHaveLength(1);
    expect((await stored(id))?.answered_at).not.toBeNull();
    await move(ours.admin, id, 'offer', 'new');
    expect(await mailsFor([id])).toEqual([]);
    // Nobody was told anything, so nobody was answered.
    expect((await stored(id))?.answered_at).toBeNull();
  });

  it('back to review keeps the answer that was given before', async () => {
    const ours = await company();
    const id = await application(ours);
    await move(ours.admin, id, 'new', 'interview');
    await database.asService.query({
      text: `update public.application_events set at = at - interval '2 minutes' where application_id = $1`,
      values: [id],
    });
    await move(ours.admin, id, 'interview', 'review');
    expect((await stored(id))?.answered_at).not.toBeNull();
  });

  it('is reported to the second of two who move it at once, and keeps what the first did', async () => {
    const ours = await company();
    const id = await application(ours);
    const other = await ours.join('recruiter');
    const answers = await Promise.all([
      move(ours.admin, id, 'new', 'interview'),
      move(other, id, 'new', 'declined'),
    ]);
    const refused = answers.filter(({ error }) => error);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.error).toMatchObject({
      code: 'PT409',
      message: 'Somebody has since moved this application.',
      details: (await stored(id))?.state,
    });
    expect(await events(id)).toHaveLength(1);
  });

  it('does nothing to a withdrawn one, nor with an unknown state', async () => {
    const ours = await company();
    const id = await application(ours, { state: 'withdrawn' });
    // Even on an outdated page: no colleague has moved it.
    for (const seen of ['withdrawn', 'new']) {
      expect((await move(ours.admin, id, seen, 'hired')).error?.message).toMatch(/taken back/);
    }
    const open = await application(ours);
    for (const wanted of ['withdrawn', 'unconfirmed', '']) {
      expect((await move(ours.admin, open, 'new', wanted)).error?.code).toBe('PT400');
    }
  });

  it('tells at most once an hour that somebody looked', async () => {
    const ours = await company();
    const id = await application(ours);
    await ours.admin.client.rpc('look_at_application', { application: id });
    const first = (await stored(id))?.looked_at;
    await ours.admin.client.rpc('look_at_application', { application: id });
    expect((await stored(id))?.looked_at).toEqual(first);
  });
});

describe('declining many applications', () => {
  it('sends everybody the same text with their own name, and skips those that are over', async () => {
    const ours = await company();
    const ids = [
      await application(ours, { name: 'Ana' }),
      await application(ours, { name: 'Ben', state: 'interview' }),
    ];
    const over = await application(ours, { state: 'withdrawn' });
    const theirs = await application(await company());
    const { data } = await ours.admin.client.rpc('decline_applications', {
      applications: [...ids, over, theirs, ...ids],
      words: 'Dear {name}, thank you for your interest in {job}.',
    });
    expect(data).toBe(2);
    expect(await mailsFor([...ids, over, theirs])).toHaveLength(2);
    expect(await events(ids[0] ?? '')).toMatchObject([
      { state: 'declined', words: 'Dear Ana, thank you for your interest in Denials Analyst.' },
    ]);
    expect((await stored(theirs))?.state).toBe('new');
  });

  it('skips those that a colleague has moved since the screen was read: no decline follows an offer', async () => {
    const ours = await company();
    const [moved, as] = [await application(ours), await application(ours)];
    await ours.admin.client.rpc('move_application', {
      application: moved,
      seen: 'new',
      wanted: 'offer',
    });
    const { data, error } = await ours.admin.client.rpc('decline_applications', {
      applications: [moved, as],
      words: 'Thank you.',
      seen: ['new', 'new'],
    });
    expect(error).toBeNull();
    expect(data).toBe(1);
    expect((await stored(moved))?.state).toBe('offer');
    expect((await stored(as))?.state).toBe('declined');
  });

  it('takes up to 200, and requires a text', async () => {
    const ours = await company();
    const decline = (many: number, words: string) =>
      ours.admin.client.rpc('decline_applications', {
        applications: Array.from({ length: many }, () => crypto.randomUUID()),
        words,
      });
    expect((await decline(200, 'Thank you.')).data).toBe(0);
    expect((await decline(201, 'Thank you.')).error?.code).toBe('PT400');
    expect((await decline(0, 'Thank you.')).error?.code).toBe('PT400');
    for (const words of ['', '  ', 'x'.repeat(2001)]) {
      expect((await decline(1, words)).error?.code).toBe('PT400');
    }
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
