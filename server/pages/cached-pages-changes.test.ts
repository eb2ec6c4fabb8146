import { describe, expect, it } from 'vitest';
import type { Database } from '#database/database.ts';
import { randomFrom } from '#database/seed/random.ts';
import * as links from '#domain/site/links.ts';
import { ownCompany } from '#test/support/companies.ts';
import { jobRow, postWithoutLimit, storeJobs } from '#test/support/jobs.ts';
import { openWholeSite, type SiteProcess } from '#test/support/whole-site.ts';

const { open, first, actors, asAdmin } = await openWholeSite();
const { database } = first;
await postWithoutLimit(database);
const second = await open();

const text = async (response: Promise<Response>) => (await response).text();
const sql = (words: string, ...values: unknown[]) =>
  database.asService.query({ text: words, values });

/** A job of a new member, cached in every process. */
async function postedJob(changes: Record<string, unknown> = {}) {
  const poster = await actors.member();
  const title = `Analyst ${crypto.randomUUID().slice(0, 8)}`;
  const [id = ''] = await storeJobs(database, [jobRow(poster.id, { title, ...changes })]);
  const search = `/jobs?q=${title.slice(-8)}`;
  const pages = [links.job(id), search, '/sitemap.xml', `/jobs/feed.xml?q=${title.slice(-8)}`];
  for (const page of pages) await expect.poll(() => text(second.get(page))).toContain(id);
  return { id, poster, title, search, pages };
}
type Posted = Awaited<ReturnType<typeof postedJob>>;

async function untilSaid(site: SiteProcess, address: string, isSaid: (html: string) => boolean) {
  await expect.poll(async () => isSaid(await text(site.get(address)))).toBe(true);
}

describe('another process', () => {
  const takeAway: Record<string, (posted: Posted) => PromiseLike<unknown>> = {
    'a job that its poster closes': ({ id, poster }) =>
      poster.client.from('jobs').update({ is_active: false }).eq('id', id).throwOnError(),
    'a job that its poster deletes': ({ id, poster }) =>
      poster.client.from('jobs').delete().eq('id', id).throwOnError(),
    'a job that staff hide': ({ id }) =>
      sql('update public.jobs set hidden_at = now() where id = $1', id),
    'the jobs of somebody who is banned': ({ poster }) =>
      actors.staff.client.auth.admin.updateUserById(poster.id, { ban_duration: '1h' }),
    'the jobs of an account that is deleted': ({ poster }) =>
      actors.staff.client.auth.admin.deleteUser(poster.id),
    'the jobs of an account that is closed': ({ poster }) =>
      actors.staff.client.auth.admin.deleteUser(poster.id, true),
  };
  for (const [what, change] of Object.entries(takeAway)) {
    it(`no longer shows ${what}`, async () => {
      const posted = await postedJob();
      await change(posted);
      const changed = performance.now();
      await untilSaid(second, posted.search, (html) => !html.includes(posted.id));
      // The promise is one second on a quiet machine; on a busy one the time is only logged.
      console.info(`${what}: gone after ${Math.round(performance.now() - changed)} ms`);
      for (const list of posted.pages.slice(1)) {
        await untilSaid(second, list, (html) => !html.includes(posted.id));
      }
      await untilSaid(second, links.job(posted.id), (html) => !html.includes('data-apply'));
    });
  }

  it('shows jobs that are edited, featured, no longer featured, posted, or back from a ban', async () => {
    const { id, poster, search } = await postedJob();
    const write = (changes: object) =>
      poster.client.from('jobs').update(changes).eq('id', id).throwOnError();
    await write({ company: 'Lakecrest Clinics' });
    for (const page of [search, links.job(id)]) {
      await untilSaid(second, page, (html) => html.includes('Lakecrest Clinics'));
    }
    await write({ is_featured: true });
    await untilSaid(second, search, (html) => html.includes('Featured'));
    await sql('delete from public.subscriptions where user_id = $1', poster.id);
    await untilSaid(second, search, (html) => !html.includes('Featured'));
    const ban = (ban_duration: string) =>
      actors.staff.client.auth.admin.updateUserById(poster.id, { ban_duration });
    await ban('1h');
    await untilSaid(second, search, (html) => !html.includes(id));
    await ban('none');
    await untilSaid(second, search, (html) => html.includes(id));
    const [other = ''] = await storeJobs(database, [jobRow(poster.id)]);
    await untilSaid(second, '/jobs', (html) => html.includes(other));
  });

  it('shows what a company says about itself, and drops one that staff closed', async () => {
    const poster = await actors.member();
    const goOn = await second.standStill();
    const company = await second.hearing(() =>
      ownCompany(poster, `Clinic ${crypto.randomUUID().slice(0, 8)}`),
    );
    const { rows } = await database.asService.query<{ slug: string }>({
      text: 'select slug from public.companies where id = $1',
      values: [company],
    });
    const page = links.company(rows[0]?.slug ?? '');
    await untilSaid(second, page, (html) => html.includes('Open positions'));
    const made = second.makings();
    await text(second.get(page));
    expect(second.makings(), 'it comes from memory').toBe(made);
    goOn();
    await poster.client
      .from('companies')
      .update({ about: 'We mend ledgers.' })
      .eq('id', company)
      .throwOnError();
    await untilSaid(second, page, (html) => html.includes('We mend ledgers.'));
    await sql('update public.companies set closed_at = now() where id = $1', company);
    await expect.poll(async () => (await second.get(page)).status).toBe(404);
  });

  it('renders nothing again after a change that affected no job', async () => {
    const { search } = await postedJob();
    await second.standStill();
    await text(second.get(search));
    const made = second.makings();
    await sql(`update public.jobs set title = 'None' where false`);
    await sql(`select private.end_featured_jobs()`);
    // Notifications arrive in order, so everything sent before this one has been heard.
    const ofAnother = 'proof of another process';
    await second.hearing(() => sql(`select pg_notify('jobs_changed', $1)`, ofAnother), ofAnother);
    await text(second.get(search));
    expect(second.makings()).toBe(made);
  });
});

describe('the clock', () => {
  it('removes a job when it expires, and brings back jobs when a ban runs out', async () => {
    const [ending, banned] = [await postedJob(), await postedJob()];
    await sql(
      `update public.jobs set published_at = now() - interval '60 days' + interval '1.5 seconds'
        where id = $1`,
      ending.id,
    );
    await sql(
      `update auth.users set banned_until = now() + interval '2 seconds' where id = $1`,
      banned.poster.id,
    );
    await untilSaid(second, banned.search, (html) => !html.includes(banned.id));
    await untilSaid(second, ending.search, (html) => !html.includes(ending.id));
    await untilSaid(second, banned.search, (html) => html.includes(banned.id));
    expect(await text(second.get(links.job(ending.id)))).not.toContain('data-apply');
  });
});

describe('the line', () => {
  const closeUntold = (id: string) =>
    asAdmin(async (client) => {
      await client.query('alter table public.jobs disable trigger tell_of_change');
      await client.query('update public.jobs set is_active = false where id = $1', [id]);
      await client.query('alter table public.jobs enable trigger tell_of_change');
    });

  it('when it was lost, everything is rendered again', async () => {
    const site = await open();
    const { id, search } = await postedJob();
    expect(await text(site.get(search))).toContain(id);
    await asAdmin((client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen "jobs_changed"%'`),
    );
    await closeUntold(id);
    await untilSaid(site, search, (html) => !html.includes(id));
  });

  const deaf: Record<string, Database['listen']> = {
    'hears nothing': async () => async () => {},
    'cannot be opened': () => Promise.reject(new Error('no line')),
  };
  for (const [how, nothing] of Object.entries(deaf)) {
    it(`when it ${how}, nothing is believed for longer than half a second`, async () => {
      const site = await open({
        change: (own) => ({
          listen: (channel, heard, lost) =>
            channel === 'jobs_changed' ? nothing(channel, heard) : own.listen(channel, heard, lost),
        }),
      });
      const { id, search } = await postedJob();
      expect(await text(site.get(search))).toContain(id);
      await closeUntold(id);
      await untilSaid(site, search, (html) => !html.includes(id));
    });
  }
});

it('a page shows a few changes in a row at once, and is rendered at most twice a second, however often jobs change', async () => {
  const site = await open();
  const { id, search } = await postedJob();
  await site.get(search);
  const [made, begun] = [site.makings(), performance.now()];
  for (let change = 0; change < 20; change += 1) {
    await site.hearing(() =>
      sql('update public.jobs set location = $2 where id = $1', id, `Ward ${change}`),
    );
    const seen = await Promise.all(Array.from({ length: 5 }, () => text(site.get(search))));
    if (change < 6) expect(seen.at(-1)).toContain(`Ward ${change}`);
  }
  const halves = Math.ceil((performance.now() - begun) / 500);
  expect(site.makings() - made).toBeLessThanOrEqual(halves + 8);
  await untilSaid(site, search, (html) => html.includes('Ward 19'));
});

it('wherever people go, the cache answers with what would be rendered for anybody, and nothing personal', async () => {
  const plain = await open({ isCached: false });
  const { pick, below } = randomFrom(20_261_122);
  const people = await Promise.all([actors.member(), actors.signedIn(), actors.signedIn()]);
  const ids = await storeJobs(
    database,
    people.flatMap(({ id }) => [jobRow(id), jobRow(id, { job_type: 'Contract' })]),
  );
  const addresses = [
    ...['/jobs', '/jobs?type=Contract', '/jobs?q=denials', '/sitemap.xml', '/jobs/feed.xml'],
    ...['/jobs?utm_source=SECRET&q=denials', '/sitemap/pages.xml', '/sitemap/jobs-1.xml'],
    ...ids.map(links.job),
    ...ids.map((id) => `${links.job(id)}?report=sent`),
    ...['/share/jobs.png', '/config.json', '/about', links.job(crypto.randomUUID())],
  ];
  const acts: ((id: string) => PromiseLike<unknown>)[] = [
    (id) => sql('update public.jobs set is_active = not is_active where id = $1', id),
    (id) => sql('update public.jobs set company = $2 where id = $1', id, `Clinic ${below(1_000)}`),
    (id) => sql('update public.jobs set hidden_at = now() where id = $1', id),
    (id) => sql('update public.jobs set hidden_at = null where id = $1', id),
    () => storeJobs(database, [jobRow(pick(people).id)]),
  ];
  for (let step = 0; step < 9; step += 1) {
    await pick(acts)(pick(ids));
    for (let visit = 0; visit < 4; visit += 1) {
      const person = pick([...people, undefined]);
      const headers = {
        ...(person?.headers ?? {}),
        cookie: 'who=SECRET',
        'accept-language': 'de-SECRET',
        'user-agent': 'SECRET',
        'x-client-address': 'SECRET',
        'x-forwarded-host': 'SECRET.example',
      };
      const [address, site] = [pick(addresses), pick([first, second])];
      let cached = '';
      await expect
        .poll(async () => {
          cached = await text(site.get(address, { headers }));
          return cached === withoutNonce(await text(plain.get(address)));
        })
        .toBe(true);
      expect(cached).not.toContain('SECRET');
      for (const { headers: own } of people) {
        expect(cached).not.toContain(own.authorization?.slice('Bearer '.length));
      }
    }
  }
});

/** A page rendered for one visitor has their nonce in its data blocks. */
function withoutNonce(html: string) {
  return html.replace(/ nonce="[^"]*"/g, '');
}
