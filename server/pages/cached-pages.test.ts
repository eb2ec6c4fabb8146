import { describe, expect, it } from 'vitest';
import * as links from '#domain/site/links.ts';
import { jobRow, postWithoutLimit, storeJobs } from '#test/support/jobs.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openWholeSite, type SiteProcess } from '#test/support/whole-site.ts';
import { createPageMemory } from './page-memory.ts';

const { open, first, actors, asAdmin } = await openWholeSite();
await postWithoutLimit(first.database);
const poster = await actors.signedIn();
const post = async (changes = {}) =>
  (await storeJobs(first.database, [jobRow(poster.id, changes)]))[0] ?? '';
const text = async (response: Promise<Response>) => (await response).text();

describe('a cached page', () => {
  it('is rendered once for everybody who asks, together or later', async () => {
    const site = await open();
    await site.standStill();
    const id = await site.hearing(post);
    const made = site.makings();
    const answers = await Promise.all(Array.from({ length: 50 }, () => site.get(links.job(id))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await site.get(links.job(id));
    await site.get(links.job(id), { method: 'HEAD' });
    expect(site.makings() - made).toBe(1);
  });

  it('is the same for all addresses that mean the same, and repeats nothing it does not know', async () => {
    const site = await open();
    await site.standStill('/share/jobs.png');
    const id = await site.hearing(post);
    const made = site.makings();
    const same = [
      ['/jobs?q=nurse&type=Contract', '/jobs?utm_source=mail&type=Contract&page=1&q=+nurse+&q=2'],
      ['/jobs', '/Jobs?q=&type=&type=Contract&after=yesterday&utm_campaign=spring'],
      [links.job(id), `${links.job(id).toUpperCase()}?utm_source=mail&report=no`],
      ['/jobs/feed.xml?q=nurse', '/jobs/feed.xml?after=x&q=nurse&utm_medium=rss'],
      ['/sitemap.xml', '/sitemap.xml?utm_source=robot'],
    ] as const;
    for (const [number, [plain, other]] of same.entries()) {
      const html = await text(site.get(plain));
      expect(await text(site.get(other)), other).toBe(html);
      expect(html).not.toMatch(/utm_|spring|yesterday/);
      expect(site.makings() - made, other).toBe(number + 1);
    }
    const mail = links.job(id).replace('/job/', '/JOB/');
    expect((await site.get(mail)).headers.get('etag')).toBe(
      (await site.get(links.job(id))).headers.get('etag'),
    );
  });

  it('lists hashes in its policy, may be cached by a proxy for a second, and is revalidated by its tag', async () => {
    const page = await first.get('/jobs', { headers: { 'accept-encoding': 'br' } });
    const { headers } = page;
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/);
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, must-revalidate');
    expect(headers.get('vary')).toBe('Accept-Encoding');
    expect(headers.get('content-encoding')).toBe('br');
    const again = await first.get('/jobs', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(await text(first.get('/jobs'))).not.toContain('nonce');
  });

  it('and a kept one are the same for visitors from a campaign', async () => {
    const kept = await first.get('/about');
    const followed = await first.get('/about?utm_source=mail&utm_campaign=spring&gclid=1');
    expect(followed.headers.get('etag')).toBe(kept.headers.get('etag'));
    const asked = await first.get('/about?utm_source=mail&q=1');
    expect(asked.headers.get('etag')).not.toBe(kept.headers.get('etag'));
  });

  it('counts as a view each time somebody sees it', async () => {
    const site = await open();
    const id = await post();
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
    for (const client of ['198.51.100.21', '198.51.100.22']) {
      await site.get(links.job(id), { headers }, client);
    }
    await expect.poll(() => viewsOf(site.stop, id)).toBe(2);
  });

  it('still accepts the form that reports the job, and thanks for it', async () => {
    const id = await post();
    await first.get(links.job(id));
    const sent = await first.get(links.job(id), {
      method: 'POST',
      body: new URLSearchParams({ reason: 'scam', note: '' }),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(sent.status).toBe(303);
    const next = sent.headers.get('location')?.replace(siteUrl, '') ?? '';
    expect(await text(first.get(next))).not.toBe(await text(first.get(links.job(id))));
  });
});

describe('what is not cached', () => {
  it('jobs that never existed and jobs that are gone are looked up each time, once', async () => {
    const site = await open();
    const id = await post();
    await first.database.asService.query({
      text: 'delete from public.jobs where id = $1',
      values: [id],
    });
    for (const [address, status] of [
      [links.job(crypto.randomUUID()), 404],
      [links.job(id), 410],
      ['/sitemap/jobs-7.xml', 404],
      [`/share/job-${crypto.randomUUID()}.png`, 404],
    ] as const) {
      const before = site.makings();
      const answer = await site.get(address);
      expect([address, answer.status, answer.headers.get('cache-control')]).toEqual([
        address,
        status,
        'private, no-cache',
      ]);
      await site.get(address);
      expect(site.makings() - before).toBe(2);
    }
  });

  it('a page under a host name that is not the site’s', async () => {
    const site = await open({ settings: { SITE_URL: '' } });
    await site.standStill('http://localhost:3000/sitemap.xml');
    const made = site.makings();
    for (const origin of ['http://evil.example', 'http://localhost:3000', 'http://127.0.0.1:80']) {
      const html = await text(site.get(`${origin}/jobs`));
      expect(html).toContain(`<link rel="canonical" href="${new URL(origin).origin}/jobs"/>`);
    }
    expect(site.makings() - made).toBe(2);
    expect(await text(site.get('http://localhost:3000/jobs'))).not.toContain('evil.example');
    expect(site.makings() - made).toBe(2);
  });
});

describe('a client with a long queue of its own queries', () => {
  const [hog, somebody] = ['198.51.100.66', '198.51.100.67'];
  const headers = { ...actors.staff.headers, 'content-type': 'application/json' };

  /**
   * Everything that the client may run is running until the work is done, and the rest of its
   * queries wait.
   */
  async function whileHogging(work: (site: SiteProcess) => Promise<void>) {
    await asAdmin(async (holder) => {
      await holder.query(`create or replace function public.wait_for_the_test() returns void
          language sql as 'select pg_advisory_xact_lock_shared(12)';
        grant execute on function public.wait_for_the_test to service_role;
        select pg_advisory_lock(12)`);
      const site = await open();
      await site.get('/jobs');
      const wait = { method: 'POST', body: '{}', headers };
      const hogging = Array.from({ length: 10 }, () =>
        site.get('/rest/v1/rpc/wait_for_the_test', wait, hog),
      );
      await work(site);
      await holder.query('select pg_advisory_unlock(12)');
      for (const { status } of await Promise.all(hogging)) expect(status).toBe(204);
    });
  }

  it('does not hold up a page for others by asking for it first', () =>
    whileHogging(async (site) => {
      const slow = site.get('/jobs?q=held', {}, hog);
      await expect.poll(() => site.makings()).toBe(2);
      expect((await site.get('/jobs?q=held', {}, somebody)).status).toBe(200);
      expect((await slow).status).toBe(200);
    }));

  it('gives up the page that it waits for when it leaves', () =>
    whileHogging(async (site) => {
      const leaving = new AbortController();
      const left = site.get('/jobs?q=left', { signal: leaving.signal }, hog);
      await expect.poll(() => site.makings()).toBe(2);
      leaving.abort();
      expect((await left).status).toBe(503);
      expect((await site.get('/jobs?q=left', {}, somebody)).status).toBe(200);
    }));
});

it('a request made after a change was heard does not get a page begun before it', async () => {
  let hold: Promise<unknown> | undefined;
  let held = 0;
  const site = await open({
    change: (own) => ({
      askAs: async (...asked) => {
        const answer = await own.askAs<never>(...asked);
        if (hold) held += 1;
        await hold;
        return answer;
      },
    }),
  });
  const id = await post();
  await site.get('/jobs');
  const { promise, resolve } = Promise.withResolvers<void>();
  hold = promise;
  const before = site.get(links.job(id));
  await expect.poll(() => held).toBeGreaterThan(0);
  await site.hearing(() =>
    first.database.asService.query({
      text: `update public.jobs set company = 'Lakecrest Clinics' where id = $1`,
      values: [id],
    }),
  );
  const after = site.get(links.job(id));
  hold = undefined;
  resolve();
  expect(await text(before)).not.toContain('Lakecrest Clinics');
  expect(await text(after)).toContain('Lakecrest Clinics');
});

it('fifty thousand addresses stay within the memory limit, and what is used stays longest', () => {
  const mostBytes = 1_000_000;
  const memory = createPageMemory<{ bytes: number }>(mostBytes);
  let most = 0;
  for (let number = 0; number < 50_000; number += 1) {
    memory.keep(`/jobs?q=${number}`, { bytes: 100 + (number % 900) });
    memory.keep('/jobs', { bytes: 500 + (number % 3) });
    if (number % 100 === 0) memory.find('/jobs?q=0');
    most = Math.max(most, memory.bytes);
  }
  expect(most).toBeLessThanOrEqual(mostBytes);
  expect(memory.find('/jobs')).toEqual({ bytes: 500 + (49_999 % 3) });
  expect(memory.find('/jobs?q=0')).toBeDefined();
  expect(memory.find('/jobs?q=20000')).toBeUndefined();
  memory.forget('/jobs');
  expect(memory.find('/jobs')).toBeUndefined();
});

async function viewsOf(write: () => Promise<void>, id: string) {
  await write();
  const { rows } = await first.database.asService.query<{ views: number }>({
    text: 'select views from public.job_activity where job_id = $1',
    values: [id],
  });
  return rows[0]?.views;
}
