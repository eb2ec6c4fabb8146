import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findRunning } from '#database/embedded/embedded.ts';
import { asAdmin } from '#test/support/engine.ts';
import { startOwnServer } from '#test/support/own-server.ts';
import { createSites, killed, type Site, stopped, until } from '#test/support/site.ts';

/** Each kills twice. More of them are worth trying by hand: `KILLS=15 npx vitest run test/kills.test.ts`. */
const rounds = Number(process.env.KILLS ?? 1);

// Each starts a whole site, and the machine may have other work.
vi.setConfig({ testTimeout: 300_000 + rounds * 200_000 });

const sites = createSites('site-kills-');
afterAll(sites.clear);

describe('two processes', () => {
  it('come up together on one empty database, with demo content', async () => {
    const own = await startOwnServer();
    const environment = { DATABASE_URL: await own.addressOf('pair'), SEED: 'demo' };
    const pair = await Promise.all([sites.start(environment), sites.start(environment)]);
    for (const { url } of pair) await ready(url);
    expect(pair.filter(({ said }) => said().includes('Adding demo content'))).toHaveLength(1);
    await Promise.all(pair.map(({ child }) => stopped(child)));
    await own.stop();
  });
});

describe('after kill -9 of the site', () => {
  it('starts at once on the same data folder, with every committed row, does the jobs that were being done once each, and leaves no folders', async () => {
    const dataDir = await sites.usedFolder();
    const written: number[] = [];
    const kill = async (die: (site: Site) => Promise<void>) => {
      const site = await sites.start({ DATA_DIR: dataDir });
      await ready(site.url);
      await ask(site, 'create table if not exists kept (round int)');
      await ask(site, `insert into kept values (${written.length})`);
      written.push(written.length);
      await die(site);
    };
    for (let round = 1; round <= rounds; round += 1) {
      await kill(killedWithItsGroup);
      await kill(killedWithItsEngine);
    }
    const folders = noted(dataDir);
    const first = await sites.start({ DATA_DIR: dataDir, QUEUE_CONCURRENCY: '10' });
    const kept = await ask(first, 'select round from kept order by round');
    expect(kept.map(({ round }) => round)).toEqual(written);
    // While they are held, each worker sits at a mail. (A lock would be let go as the engine ends, and a mail
    // written then would be one that the post had taken before the site died.)
    await ask(first, holdMails);
    const other = await ask(
      first,
      `select queue.add('newsletter-trial', json_build_object(
        'to', 'p' || n || '@kill.example', 'subject', 'S', 'text', 'T')) from generate_series(1, 40) n`,
    );
    expect(other).toHaveLength(40);
    await until(
      () => ask(first, 'select id from graphile_worker.jobs where locked_by is not null'),
      (locked) => locked.length >= 10,
    );
    folders.push(...noted(dataDir));
    await killed(first.child); // the engine ends with it
    const second = await sites.start({ DATA_DIR: dataDir });
    await ask(second, 'drop table public.held');
    const sent = await until(
      () =>
        ask(
          second,
          `select recipient, count(*)::int from queue.outbox where recipient like '%@kill.example' group by 1`,
        ),
      (rows) => rows.length === 40,
    );
    expect(sent.filter(({ count }) => count !== 1)).toEqual([]);
    folders.push(...noted(dataDir));
    expect(await stopped(second.child)).toBe(0);
    for (const folder of folders) expect(existsSync(folder)).toBe(false);
  });
});

describe('the embedded engine', () => {
  let site: Site;
  beforeAll(async () => {
    site = await sites.start({ DATA_DIR: await sites.usedFolder() });
  });

  it('has a log that is the site’s own and does not grow with bad requests', async () => {
    const log = join(site.dataDir, 'postgres.log');
    expect(statSync(log).mode & 0o777).toBe(0o600);
    const { supabaseKey } = await (await fetch(`${site.url}/config.json`)).json();
    const before = statSync(log).size;
    await Promise.all(
      Array.from({ length: 40 }, () =>
        fetch(`${site.url}/rest/v1/jobs?id=eq.not-an-id`, { headers: { apikey: supabaseKey } }),
      ),
    );
    expect(statSync(log).size).toBe(before);
  });

  it('runs again by itself when it is killed, with the queue and the listeners, and nothing is lost', async () => {
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    await ask(site, 'create table kept as select 1 as round');
    const before = postmasterOf(site.dataDir);
    process.kill(before, 'SIGKILL');
    const began = Date.now();
    await until(
      () => fetch(`${site.url}/healthz`),
      ({ status }) => status === 503,
    );
    const back = await until(
      () => fetch(`${site.url}/healthz`),
      ({ status }) => status === 200,
    );
    process.stderr.write(`the engine was back after ${Date.now() - began} ms\n`);
    expect(await back.json()).toEqual({ status: 'ok' });
    expect((await fetch(`${site.url}/livez`)).status).toBe(200);
    expect(postmasterOf(site.dataDir)).not.toBe(before);
    expect(await ask(site, 'select round from kept')).toEqual([{ round: 1 }]);
    await ask(
      site,
      `select queue.add('newsletter-trial', '{"to":"a@kill.example","subject":"S","text":"T"}')`,
    );
    await until(
      () => ask(site, `select id from queue.outbox where recipient = 'a@kill.example'`),
      (rows) => rows.length === 1,
    );
    process.stderr.write(`a mail was out after ${Date.now() - began} ms\n`);
    // The table API learns of new tables by a listener.
    await ask(
      site,
      `create table public.later (id int); alter table public.later enable row level security;
       grant select on public.later to service_role; notify schema_changed, 'later'`,
    );
    const { secretKey } = JSON.parse(readFileSync(join(site.dataDir, 'keys.json'), 'utf8'));
    await until(
      () => fetch(`${site.url}/rest/v1/later`, { headers: { apikey: secretKey } }),
      ({ status }) => status === 200,
    );
    expect(site.child.exitCode).toBeNull();
    expect(await stopped(site.child)).toBe(0);
    expect(existsSync(join(site.dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
    expect(site.said()).not.toMatch(/unexpected failure|nhandled/);
  });
});

/** As a terminal that is gone ends all that was started in it. */
async function killedWithItsGroup({ child }: Site) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await ended;
}

/** The engine ends, too, and nobody has taken note of it. */
async function killedWithItsEngine({ child, dataDir }: Site) {
  const engine = postmasterOf(dataDir);
  process.kill(engine, 'SIGSTOP'); // cannot even hear that it should end
  await killed(child);
  process.kill(engine, 'SIGKILL');
}

/** A busy machine may keep the question for a moment, which counts as not ready. */
const ready = (url: string) =>
  until(
    () => fetch(`${url}/readyz`),
    ({ status }) => status === 200,
  );

function postmasterOf(dataDir: string): number {
  return Number.parseInt(
    readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'),
    10,
  );
}

/** The folders of sockets that the data folder knows of. */
function noted(dataDir: string): string[] {
  const file = join(dataDir, 'postgres.socket');
  return existsSync(file) ? [readFileSync(file, 'utf8')] : [];
}

async function ask(site: Site, text: string): Promise<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] = [];
  await asAdmin(findRunning(site.dataDir) ?? {}, async (client) => {
    ({ rows } = await client.query(text));
  });
  return rows;
}

/** As long as the table is there, nobody puts a mail into the outbox. */
const holdMails = `
  create table public.held ();
  create function queue.wait_while_held() returns trigger language plpgsql as $$
  begin
    while to_regclass('public.held') is not null loop
      perform pg_sleep(0.02);
    end loop;
    return new;
  end $$;
  create trigger wait_while_held before insert on queue.outbox
    for each row execute function queue.wait_while_held()`;
