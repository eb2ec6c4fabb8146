import { expect, it } from 'vitest';
import type { Today } from '#domain/staff/today.ts';
import type { Actor } from '#test/support/actors.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const staffActor = createStaffActors(api);
const [owner, viewer] = [await staffActor('owner'), await staffActor('viewer')];

async function today({ headers }: Actor): Promise<Today> {
  const response = await api.fetch('/functions/v1/staff-today', { method: 'POST', headers });
  expect(response.status).toBe(200);
  return response.json();
}

const values = ({ figures }: Today, name: string) =>
  figures.find((figure) => figure.name === name)?.values ?? [];

async function write(text: string, given: unknown[] = []) {
  await api.database.asService.query({ text, values: given });
}

it('shows the figures of the last days, and what is waiting to those who may act on it', async () => {
  await write(`insert into public.page_views values (timezone('UTC', now())::date, '/about', 7)`);
  await write(
    `insert into public.page_views values (timezone('UTC', now())::date - 3, '/jobs', 4)`,
  );
  await write(`select queue.add('there-is-no-such-mail', '{}')`);
  await api.asAdmin(async (client) => {
    await client.query(`update graphile_worker._private_jobs set last_error = 'refused'`);
  });
  const seen = await today(owner);
  expect(seen.days).toHaveLength(28);
  expect(values(seen, 'visits').slice(-4)).toEqual([4, 0, 0, 7]);
  expect(values(seen, 'sign-ups').at(-1)).toBeGreaterThanOrEqual(2);
  expect(values(seen, 'memberships').slice(-2)).toEqual([null, 0]);
  expect(values(seen, 'revenue').at(-1)).toBeNull();
  expect(seen.pages).toEqual([
    { path: '/about', views: 7 },
    { path: '/jobs', views: 4 },
  ]);
  expect(seen.waits.filter(({ count }) => count > 0)).toMatchObject([
    { kind: 'failed-mails', count: 1 },
  ]);

  const figuresOnly = await today(viewer);
  expect(figuresOnly.waits).toEqual([]);
  expect(figuresOnly.figures).toEqual(seen.figures);
});

it('counts a day again while it may change, and never what has been deleted since', async () => {
  await api.asAdmin(async (client) => {
    await client.query(`insert into staff.figures values ('visits', timezone('UTC', now())::date - 9, 5)
      on conflict (name, day) do update set value = excluded.value`);
  });
  await write(`update public.page_views set views = 9 where path = '/about'`);
  expect(values(await today(owner), 'visits').at(-1)).toBe(7); // counts of the last minutes are fresh enough
  await write('select staff.count_figures()');
  const visits = values(await today(owner), 'visits');
  expect([visits.at(-1), visits.at(-10)]).toEqual([9, 5]);
});

it('adds up the emails that were sent, and takes the revenue as reported', async () => {
  const day = new Date().toISOString().slice(0, 10);
  for (const figure of ['mails', 'mails'])
    await write('select staff.add_to_figure($1, $2, 3)', [figure, day]);
  for (const amount of [10, 49.99])
    await write(`select staff.set_figure('revenue', $1, $2)`, [day, amount]);
  const seen = await today(owner);
  expect([values(seen, 'mails').at(-1), values(seen, 'revenue').at(-1)]).toEqual([6, 49.99]);
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
