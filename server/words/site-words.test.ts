import { describe, expect, it, vi } from 'vitest';
import { credentialIssuerPath } from '#api/credentials/badge/addresses.ts';
import { firstBrand } from '#domain/site/brand.ts';
import { previewParameter } from '#domain/staff/words.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { openWholeSite, type SiteProcess } from '#test/support/whole-site.ts';

const { open, first, actors, asAdmin } = await openWholeSite();
const { database } = first;
const second = await open();
const staffActor = createStaffActors({ actors, asAdmin });
const owner = await staffActor('owner');

const text = async (response: Promise<Response>) => (await response).text();

async function untilSaid(site: SiteProcess, address: string, isSaid: (html: string) => boolean) {
  await expect.poll(async () => isSaid(await text(site.get(address)))).toBe(true);
}

/** As the function does it: in one transaction with an audit entry. */
async function publish(kind: string, content: object | null, from?: Date, who = owner) {
  await database.asCaller(who.caller, async (session) => {
    const { rows } = await session.query<{ version: number }>({
      text: 'select coalesce(max(version), 0) as version from staff.words where kind = $1',
      values: [kind],
    });
    await session.query({
      text: `select staff.publish_words($1, $2, $3, repeat('0', 64), coalesce($4, now()), '')`,
      values: [kind, rows[0]?.version, content && JSON.stringify(content), from ?? null],
    });
    await session.query({
      text: `select staff.write_log('publish-words', 'words', $1)`,
      values: [kind],
    });
  });
}
const line = (words: string, more: object = {}) => ({
  ...{ text: words, label: '', way: '', from: '', until: '' },
  ...more,
});
/** A kept page, a cached one, and a screen that React takes over. */
const pages = ['/', '/about', '/jobs', '/auth'];

describe('what staff publish', () => {
  it('appears on the pages of every process within a second, and disappears as fast', async () => {
    for (const page of pages) {
      for (const site of [first, second])
        await untilSaid(site, page, (html) => !html.includes('announcement'));
    }
    await publish('announcement', line('Closed <on> Friday', { label: 'Why', way: '/faq' }));
    const published = performance.now();
    for (const site of [first, second]) {
      for (const page of pages) {
        await untilSaid(site, page, (html) => html.includes('Closed &lt;on&gt; Friday'));
      }
    }
    // The promise is one second on a quiet machine; on a busy one the time is only logged.
    console.info(`everywhere after ${Math.round(performance.now() - published)} ms`);
    await publish('announcement', null);
    for (const page of pages) {
      await untilSaid(second, page, (html) => !html.includes('announcement'));
    }
  });

  it('comes and goes by the clock, without any request', async () => {
    const later = (milliseconds: number) => new Date(Date.now() + milliseconds);
    await publish('announcement', line('Tomorrow', { from: later(86_400_000).toISOString() }));
    await publish('statistics', null, later(86_400_000));
    expect(await text(second.get('/'))).not.toContain('Tomorrow');
    await publish('announcement', line('It begins', { from: later(1_000).toISOString() }));
    for (const page of ['/', '/jobs']) {
      await untilSaid(second, page, (html) => html.includes('It begins'));
    }
    await publish('announcement', line('It ends', { until: later(2_000).toISOString() }));
    await untilSaid(
      second,
      '/',
      (html) => !html.includes('It ends') && !html.includes('It begins'),
    );
    await publish('announcement', line('Scheduled'), later(1_000));
    await untilSaid(first, '/', (html) => html.includes('Scheduled'));
    const ending = line('Until the clock is set', { until: later(3_600_000).toISOString() });
    await publish('announcement', ending);
    await untilSaid(first, '/', (html) => html.includes('Until the clock'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    try {
      // As every minute: nothing has changed but the time.
      await asAdmin((client) => client.query('notify words_changed').then(() => {}));
      await untilSaid(first, '/', (html) => !html.includes('Until the clock'));
    } finally {
      vi.useRealTimers();
    }
    await publish('announcement', null);
    await publish('statistics', null);
  });

  it('arrives after a lost connection, once it is notified again', async () => {
    const deaf = await open({
      change: () => ({ listen: () => Promise.reject(new Error('no line')) }),
    });
    expect((await deaf.get('/about')).status).toBe(200);
    await publish('announcement', line('After the line'));
    await asAdmin((client) =>
      client
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query ilike 'listen "words_changed"%'`,
        )
        .then(() => {}),
    );
    await publish('announcement', line('After it was lost'));
    await untilSaid(first, '/', (html) => html.includes('After it was lost'));
    // A process that starts later has them from the beginning.
    expect(await text((await open()).get('/about'))).toContain('After it was lost');
    await publish('announcement', null);
  });

  it('names the company on pages, in feeds and pictures, and on screens in the browser', async () => {
    // Changing an owner's words needs a second factor from the last five minutes.
    const own = await staffActor('owner');
    await publish('brand', { ...firstBrand, name: 'Piedmont <AI>' }, undefined, own);
    for (const page of [
      '/',
      '/about',
      '/terms',
      '/jobs',
      '/resources/feed.xml',
      '/manifest.webmanifest',
    ]) {
      await untilSaid(second, page, (html) => html.includes('Piedmont'));
    }
    expect(await text(second.get('/terms'))).not.toContain(firstBrand.name);
    const issuer = async () => (await second.get(credentialIssuerPath)).json();
    expect(await issuer()).toMatchObject({ name: 'Piedmont <AI>' });
    const headers = { apikey: testKeys.publishableKey };
    expect(await text(second.get('/auth/v1/health', { headers }))).toContain(
      'service of Piedmont <AI>',
    );
    const screen = await text(second.get('/auth'));
    expect(screen).toContain('<title>Sign in or sign up · Piedmont &lt;AI&gt;</title>');
    expect(screen).toMatch(/<body[^>]* data-words="\{&quot;brand&quot;/);
    expect(await text(second.get('/'))).not.toContain('data-words');
    await publish('brand', null, undefined, own);
    await untilSaid(second, '/auth', (html) => !html.includes('data-words'));
  });

  it('that no longer fits is replaced by the words of the release', async () => {
    await publish('statistics', { professionals: 'seven' });
    await publish('announcement', line('A sign that it was read'));
    await untilSaid(first, '/', (html) => html.includes('A sign that it was read'));
    expect(await text(first.get('/'))).toContain('300+');
    await publish('announcement', null);
    await publish('statistics', null);
  });
});

describe('a preview', () => {
  async function openPreview(kind: string, content: object) {
    const token = crypto.randomUUID();
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update(token).digest('hex');
    await database.asCaller(owner.caller, async (session) => {
      const { rows } = await session.query<{ revision: number }>({
        text: 'select revision from staff.word_drafts where kind = $1',
        values: [kind],
      });
      await session.query({
        text: `select staff.save_word_draft($1, $2, $3,
          (select coalesce(max(version), 0) from staff.words where kind = $1))`,
        values: [kind, rows[0]?.revision ?? 0, JSON.stringify(content)],
      });
      await session.query({ text: 'select staff.open_word_preview($1, $2)', values: [kind, hash] });
      await session.query({
        text: `select staff.write_log('draft-words', 'words', $1)`,
        values: [kind],
      });
    });
    return `?${previewParameter}=${token}`;
  }

  it('shows the draft on the real page, of each kind, and leaves nothing behind', async () => {
    const query = await openPreview('announcement', line('Nobody knows yet'));
    for (const page of pages) {
      const response = await second.get(page + query);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      const html = await response.text();
      expect(html).toContain('Nobody knows yet');
      expect(html).toContain('Preview of a draft');
      for (const site of [first, second]) {
        expect(await text(site.get(page))).not.toContain('Nobody knows yet');
      }
    }
  });

  it('is not served to guessers, who are redirected to the published page', async () => {
    for (const token of ['', 'x', crypto.randomUUID(), "'; drop table staff.words; --"]) {
      const response = await first.get(`/about?${previewParameter}=${encodeURIComponent(token)}`);
      expect([token, response.status]).toEqual([token, token ? 303 : 200]);
      expect(await response.text()).not.toContain('Preview of a draft');
    }
  });

  it('expires', async () => {
    const query = await openPreview('announcement', line('Too late'));
    await asAdmin((client) =>
      client.query(`update staff.word_previews set ends_at = now()`).then(() => {}),
    );
    expect((await first.get(`/${query}`)).headers.get('location')).toBe('/');
  });
});
