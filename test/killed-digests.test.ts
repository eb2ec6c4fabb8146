import { afterAll, expect, it, vi } from 'vitest';
import { findRunning } from '#database/embedded/embedded.ts';
import { asAdmin } from '#test/support/engine.ts';
import { createSites, killed, type Site, stopped, until } from '#test/support/site.ts';

/** Kills twice; more are worth trying by hand: `KILLS=10 npx vitest run test/killed-digests.test.ts`. */
const rounds = Number(process.env.KILLS ?? 2);
const people = 130;

// Each starts a whole site, and the machine may have other work.
vi.setConfig({ testTimeout: 300_000 + rounds * 100_000 });

const sites = createSites('site-digests-');
afterAll(sites.clear);

it('kill -9 in the middle of a round of digests sends no posting twice, and loses none', async () => {
  const dataDir = await sites.usedFolder();
  let site = await sites.start({ DATA_DIR: dataDir });
  await ask(site, makeAlerts);
  for (let round = 1; round <= rounds; round += 1) {
    await ask(site, post(`of round ${round}.`));
    await ask(site, slowMails);
    await ask(site, `update public.alerts set next_at = now() - interval '1 minute'`);
    await ask(site, `select queue.add('alert-digests', '{}')`);
    // Some are out, some are being written, and most wait.
    const sent = await until(
      () => ask(site, `select 1 from queue.outbox where text like '%of round ${round}.%'`),
      (rows) => rows.length >= 15,
    );
    expect(sent.length).toBeLessThan(people);
    await killed(site.child); // the engine ends with it
    site = await sites.start({ DATA_DIR: dataDir });
    await ask(site, 'drop function queue.take_time() cascade');
    // As if the wait that the queue keeps after a death were over.
    await until(
      async () => {
        await ask(
          site,
          `update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null
            where locked_at < (select pg_postmaster_start_time()) or run_at > now() and locked_at is null`,
        );
        return ask(site, 'select from public.alerts where claimed_at is not null');
      },
      (claimed) => claimed.length === 0,
    );
    const told = await ask(site, toldOf(`of round ${round}.`));
    expect(told).toEqual([{ mails: people, receivers: people, postings: people * 3, repeated: 0 }]);
  }
  expect(
    await ask(
      site,
      'select from public.alerts where told_up_to < (select round from private.match_round)',
    ),
  ).toEqual([]);
  expect(await stopped(site.child)).toBe(0);
});

async function ask(site: Site, text: string): Promise<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] = [];
  await asAdmin(findRunning(site.dataDir) ?? {}, async (client) => {
    ({ rows } = await client.query(text));
  });
  return rows;
}

const makeAlerts = `
  insert into auth.users (id, email, email_proved_at, raw_user_meta_data, raw_app_meta_data, aud, role)
    values ('00000000-0000-4000-8000-00000000abcd', 'poster@kill.example', now(), '{}', '{}', 'authenticated', 'authenticated');
  insert into public.alerts (email, kind, address, search_id, consent_text, confirmed_at)
    select 'p' || n || '@kill.example', 'jobs', 'q=digest', private.keep_search('jobs', '{"wanted": [{"words": ["digest"]}]}'),
      'By pressing Save alert you agree.', now()
    from generate_series(1, ${people}) as n`;

const post = (title: string) => `
  insert into public.jobs (title, company, job_type, location, application_url, description, contact_name, contact_email, posted_by)
    select 'Digest ' || n || ' ${title}', 'Kill Clinic', 'Full-time', 'Charlotte, NC', 'https://kill.example/apply',
      'Find the root causes behind payer denials and write the appeals.', 'Sample', 'talent@kill.example',
      '00000000-0000-4000-8000-00000000abcd'
    from generate_series(1, 3) as n`;

/** So that there is a middle, of writing a mail and of noting that it went. */
const slowMails = `
  create function queue.take_time() returns trigger language plpgsql as $$
  begin
    perform pg_sleep(0.03);
    return new;
  end $$;
  create trigger take_time before insert on queue.outbox for each row execute function queue.take_time();
  create trigger take_time before update of sent_at on public.alerts for each row execute function queue.take_time()`;

const toldOf = (title: string) => `
  select count(*)::int as mails, count(distinct recipient)::int as receivers,
    sum((select count(*) from regexp_matches(text, 'Digest \\d ${title}', 'g')))::int as postings,
    sum((select count(*) from regexp_matches(text, 'Digest \\d of round', 'g')))::int - ${people * 3} as repeated
  from queue.outbox where text like '%${title}%'`;
