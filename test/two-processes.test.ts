import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { withClient } from '#database/open-client.ts';
import { demoEmployer, demoMember, demoPassword } from '#database/seed/demo-people.ts';
import * as links from '#domain/site/links.ts';
import { addressOf, cloneDatabase } from '#test/support/engine.ts';
import { startFileStore } from '#test/support/file-store.ts';
import { jobRow } from '#test/support/jobs.ts';
import { asBlob, picture } from '#test/support/pictures.ts';
import { createSites, type Site, stopped } from '#test/support/site.ts';
import { joined } from '#test/support/test-sockets.ts';

// Both are whole sites, and the machine may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const sites = createSites('site-two-');
let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let store: Awaited<ReturnType<typeof startFileStore>>;
let one: Site;
let other: Site;
let key: string;
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  [clone, store] = await Promise.all([cloneDatabase(inject('engine')), startFileStore()]);
  const environment = {
    DATABASE_URL: addressOf(clone),
    FILES_S3_ENDPOINT: store.settings.endpoint,
    FILES_S3_BUCKET: store.settings.bucket,
    FILES_S3_REGION: store.settings.region,
    FILES_S3_ACCESS_KEY_ID: store.settings.accessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
    AUTH_LIMIT_PASSWORDS_PER_ADDRESS: '3/600',
  };
  one = await sites.start({ ...environment, SEED: 'demo' });
  // Without this record, a start that lost the address would create an empty site here.
  expect(existsSync(join(one.dataDir, 'database.elsewhere'))).toBe(true);
  const keys = JSON.parse(readFileSync(join(one.dataDir, 'keys.json'), 'utf8'));
  key = keys.publishableKey;
  other = await sites.start({
    ...environment,
    PUBLISHABLE_KEY: keys.publishableKey,
    SECRET_KEY: keys.secretKey,
    JWT_KEYS: JSON.stringify(keys.jwtKeys),
  });
});
afterAll(async () => {
  for (const client of clients) await client.realtime.disconnect();
  await sites.clear();
  store.stop();
  await clone.drop();
});

/** Somebody's browser at one of the two. */
function at(site: Site): SupabaseClient {
  const client = createClient(site.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { heartbeatIntervalMs: 5_000 },
  });
  clients.push(client);
  return client;
}

async function signedInAt(site: Site, email: string = demoEmployer.email) {
  const client = at(site);
  const { data, error } = await client.auth.signInWithPassword({ email, password: demoPassword });
  expect(error).toBeNull();
  return { client, id: data.user?.id ?? '', session: data.session };
}

const text = async (site: Site, path: string) => (await fetch(site.url + path)).text();
const untilSays = async (site: Site, path: string, isSaid: (html: string) => boolean) => {
  const began = performance.now();
  await expect.poll(async () => isSaid(await text(site, path))).toBe(true);
  return Math.round(performance.now() - began);
};
const ask = (sql: string, values: unknown[] = []) =>
  withClient(clone.admin, (client) => client.query(sql, values));

describe('what is done in one process reaches the other', () => {
  it('cached pages: a posted job appears, a closed one disappears', async () => {
    const { client, id } = await signedInAt(one);
    const title = `Analyst ${crypto.randomUUID().slice(0, 8)}`;
    const search = `/jobs?q=${title.slice(-8)}`;
    expect(await text(other, search)).not.toContain('/job/');
    const { data } = await client
      .from('jobs')
      .insert(jobRow(id, { title }))
      .select('id')
      .single()
      .throwOnError();
    for (const path of [search, links.job(data.id)]) {
      await untilSays(other, path, (html) => html.includes(title));
    }
    await client.from('jobs').update({ is_active: false }).eq('id', data.id).throwOnError();
    const gone = await untilSays(other, search, (html) => !html.includes(data.id));
    // The promise is one second on a quiet machine; on a busy one the time is only logged.
    console.info(`a closed job was gone at the other after ${gone} ms`);
  });

  it('kept pages: a new membership price appears', async () => {
    for (const site of [one, other])
      expect(await text(site, '/hire-talent')).not.toContain('$4,321');
    // What the payment service told the process that asked it.
    await ask(`select private.keep_membership_price('price_of_two', 432100, 'usd', 'month', 1)`);
    for (const site of [one, other]) {
      await untilSays(site, '/hire-talent', (html) => html.includes('$4,321'));
    }
  });

  it('sessions: one accepts the other’s tokens, until they are signed out at the first', async () => {
    const { client, session } = await signedInAt(one, demoMember.email);
    const headers = { apikey: key, authorization: `Bearer ${session?.access_token}` };
    const status = async () =>
      (await fetch(`${other.url}/rest/v1/jobs?select=id&limit=1`, { headers })).status;
    expect(await status()).toBe(200);
    await client.auth.signOut();
    await expect.poll(status).toBe(403);
    const refreshed = await at(other).auth.refreshSession({
      refresh_token: session?.refresh_token ?? '',
    });
    expect(refreshed.error).not.toBeNull();
  });

  it('limits: wrong passwords at one count at the other', async () => {
    const tryAt = async (site: Site) =>
      (
        await at(site).auth.signInWithPassword({
          email: 'nobody@two.example',
          password: 'not-their-password-1',
        })
      ).error?.status;
    const answers: (number | undefined)[] = [];
    for (const site of [one, other, one, other, one, other]) answers.push(await tryAt(site));
    expect(answers.slice(0, 3)).toEqual([400, 400, 400]);
    expect(answers.slice(3)).toContain(429);
  });

  it('sockets: messages and changes there are heard here', async () => {
    const heard: unknown[] = [];
    const listener = at(one)
      .channel('hall')
      .on('broadcast', { event: 'shout' }, ({ payload }) => heard.push(payload))
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'jobs' }, (change) =>
        heard.push(change.new.title),
      )
      .on('presence', { event: 'join' }, ({ key: who }) => heard.push(who));
    await joined(listener);
    const speaker = at(other).channel('hall', { config: { presence: { key: 'speaker' } } });
    await joined(speaker);
    await speaker.track({ is: 'there' });
    await speaker.send({ type: 'broadcast', event: 'shout', payload: { words: 'Grüß' } });
    const { client, id } = await signedInAt(other);
    await client
      .from('jobs')
      .insert(jobRow(id, { title: 'Heard elsewhere' }))
      .throwOnError();
    await expect
      .poll(() => heard)
      .toEqual(expect.arrayContaining(['speaker', { words: 'Grüß' }, 'Heard elsewhere']));
  });

  it('files: what is uploaded there is served here', async () => {
    const { client, id, session } = await signedInAt(one);
    const path = `${id}/two.png`;
    const up = await client.storage.from('avatars').upload(path, asBlob(await picture('png')));
    expect(up.error).toBeNull();
    const there = at(other);
    await there.auth.setSession({
      access_token: session?.access_token ?? '',
      refresh_token: session?.refresh_token ?? '',
    });
    const down = await there.storage.from('avatars').download(path);
    expect(down.error).toBeNull();
    expect(down.data?.size).toBeGreaterThan(0);
    await client.storage.from('avatars').remove([path]);
    expect((await there.storage.from('avatars').download(path)).error).not.toBeNull();
  });

  it('the queue: what one leaves unfinished when it ends, the other does, once', async () => {
    expect(await stopped(one.child)).toBe(0);
    await ask(
      `select queue.add('newsletter-trial', json_build_object(
        'to', 'p' || n || '@two.example', 'subject', 'S', 'text', 'T')) from generate_series(1, 20) n`,
    );
    const sent = async () =>
      (
        await ask(
          `select recipient from queue.outbox where recipient like '%@two.example' order by recipient`,
        )
      ).rows.map(({ recipient }) => recipient);
    await expect.poll(async () => (await sent()).length).toBe(20);
    expect(new Set(await sent()).size).toBe(20);
  });
});
