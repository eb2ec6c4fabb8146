import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { findRunning } from '#database/embedded/embedded.ts';
import { makeAlerts, people, postJobs, slowMails, toldOf } from '#test/support/digests.ts';
import { asAdmin } from '#test/support/engine.ts';
import { createSites, killed, stopped, until } from '#test/support/site.ts';

// Each test starts a whole site, and the machine may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const sites = createSites('site-kills-');
afterAll(sites.clear);

/** One data folder for all of it: each test continues where the previous one left off. */
const dataDir = sites.newFolder();
let site = await sites.start({ DATA_DIR: dataDir });
/** The socket folders that it has used. */
const folders: string[] = [];

it('the engine has a log that only the site can read and that does not grow with bad requests', async () => {
  const log = join(dataDir, 'postgres.log');
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

it('a killed engine restarts by itself, with the queue and the listeners, and nothing is lost', async () => {
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  await ask('create table kept as select 1 as kill');
  const before = postmaster();
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
  expect(postmaster()).not.toBe(before);
  expect(await ask('select kill from kept')).toEqual([{ kill: 1 }]);
  await ask(
    `select queue.add('newsletter-trial', '{"to":"a@back.example","subject":"S","text":"T"}')`,
  );
  await until(
    () => ask(`select id from queue.outbox where recipient = 'a@back.example'`),
    (rows) => rows.length === 1,
  );
  process.stderr.write(`a mail was out after ${Date.now() - began} ms\n`);
  // The table API hears of new tables by NOTIFY.
  await ask(
    `create table public.later (id int); alter table public.later enable row level security;
     grant select on public.later to service_role; notify schema_changed, 'later'`,
  );
  const { secretKey } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'));
  await until(
    () => fetch(`${site.url}/rest/v1/later`, { headers: { apikey: secretKey } }),
    ({ status }) => status === 200,
  );
  expect(site.child.exitCode).toBeNull();
  expect(site.said()).not.toMatch(/unexpected failure|nhandled/);
});

it('after kill -9 of the site and its engine, it starts at once and does each interrupted job once', async () => {
  await ask('insert into kept values (2)');
  await killedWithItsGroup();
  await startAgain({ QUEUE_CONCURRENCY: '10' });
  await ask('insert into kept values (3)');
  // While these are held, each worker is stuck in a mail. (A lock would be released as the engine
  // ends, and a mail written then would have been accepted by the mail server before the site
  // died.)
  await ask(holdMails);
  const other = await ask(
    `select queue.add('newsletter-trial', json_build_object(
      'to', 'p' || n || '@kill.example', 'subject', 'S', 'text', 'T')) from generate_series(1, 40) n`,
  );
  expect(other).toHaveLength(40);
  await until(
    () => ask('select id from graphile_worker.jobs where locked_by is not null'),
    (locked) => locked.length >= 10,
  );
  await killedWithItsEngine();
  await startAgain();
  await ask('drop table public.held');
  const sent = await until(
    () =>
      ask(
        `select recipient, count(*)::int from queue.outbox where recipient like '%@kill.example' group by 1`,
      ),
    (rows) => rows.length === 40,
  );
  expect(sent.filter(({ count }) => count !== 1)).toEqual([]);
});

it('kill -9 in the middle of a round of digests sends no posting twice, and loses none', async () => {
  await ask(makeAlerts);
  await ask(postJobs);
  await ask(slowMails);
  await ask(`update public.alerts set next_at = now() - interval '1 minute'`);
  await ask(`select queue.add('alert-digests', '{}')`);
  // Some are out, some are being written, and most are waiting.
  const sent = await until(
    () => ask(`select 1 from queue.outbox where text like '%of the round%'`),
    (rows) => rows.length >= 15,
  );
  expect(sent.length).toBeLessThan(people);
  await killed(site.child); // the engine ends with it
  await startAgain();
  await ask('drop function queue.take_time() cascade');
  // As if the queue's pause after a dead worker were over.
  await until(
    async () => {
      await ask(
        `update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null
          where locked_at < (select pg_postmaster_start_time()) or run_at > now() and locked_at is null`,
      );
      return ask('select from public.alerts where claimed_at is not null');
    },
    (claimed) => claimed.length === 0,
  );
  expect(await ask(toldOf)).toEqual([{ mails: people, receivers: people, postings: people * 3 }]);
  expect(
    await ask(
      'select from public.alerts where told_up_to < (select round from private.match_round)',
    ),
  ).toEqual([]);
});

it('after all that every committed row is there, and no folder of a killed site', async () => {
  expect(await ask('select kill from kept order by kill')).toEqual([
    { kill: 1 },
    { kill: 2 },
    { kill: 3 },
  ]);
  folders.push(...noted());
  expect(folders).toHaveLength(4);
  expect(await stopped(site.child)).toBe(0);
  expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
  for (const folder of folders) expect(existsSync(folder)).toBe(false);
});

async function startAgain(environment: Record<string, string> = {}) {
  folders.push(...noted());
  site = await sites.start({ ...environment, DATA_DIR: dataDir });
  // A busy machine may take a moment to answer, which counts as not ready.
  await until(
    () => fetch(`${site.url}/readyz`),
    ({ status }) => status === 200,
  );
}

/** Like a closed terminal, which ends everything that was started in it. */
async function killedWithItsGroup() {
  const { child } = site;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await ended;
}

/** The engine ends too, and nobody has reaped it. */
async function killedWithItsEngine() {
  const engine = postmaster();
  process.kill(engine, 'SIGSTOP'); // cannot even hear that it should end
  await killed(site.child);
  process.kill(engine, 'SIGKILL');
}

function postmaster(): number {
  return Number.parseInt(
    readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'),
    10,
  );
}

/** The socket folder that the data folder has recorded. */
function noted(): string[] {
  const file = join(dataDir, 'postgres.socket');
  return existsSync(file) ? [readFileSync(file, 'utf8')] : [];
}

async function ask(text: string): Promise<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] = [];
  await asAdmin(findRunning(dataDir) ?? {}, async (client) => {
    ({ rows } = await client.query(text));
  });
  return rows;
}

/** While this table exists, nobody can put a mail into the outbox. */
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
