import { afterEach, describe, expect, it } from 'vitest';
import { queueEdition } from '#api/newsletter/newsletter-editions.ts';
import { type MailServer, type Manner, startMailServer } from '#test/support/mail-server.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { testSetUp } from '#test/support/test-set-up.ts';
import { createLogger } from '../logger.ts';
import { readConfig } from '../settings/config.ts';
import type { RunningQueue } from './queue.ts';
import { startWork } from './work.ts';

const { admin, asAdmin, database, fetch } = await openTestApi();

let mailServer: MailServer | undefined;
let work: RunningQueue | undefined;
afterEach(async () => {
  mailServer?.stop();
  await work?.stop();
  work = undefined;
  await asAdmin((client) => client.query('delete from public.newsletter_subscribers'));
  await asAdmin((client) => client.query('delete from graphile_worker._private_jobs'));
});

describe('mail', () => {
  it('a newsletter to many goes over a few pooled connections', async () => {
    const mails = await serve();
    await subscribe(40);
    await queueEdition(database, newEdition());
    await start(mails);
    await mails.until(({ received }) => received.length === 40);
    expect(new Set(mails.received).size).toBe(40);
    expect(mails.connections()).toBeLessThanOrEqual(4);
  });

  it('with a code is sent while a newsletter hangs in every worker', async () => {
    const mails = await serve({ forReceiver: (to) => (isReader(to) ? 'hang' : undefined) });
    await subscribe(200); // a part of the newsletter for each worker
    await queueEdition(database, newEdition());
    await start(mails);
    await mails.until(({ hanging }) => hanging >= 4);
    const email = `${crypto.randomUUID()}@people.example`;
    await fetch('/auth/v1/otp', { method: 'POST', body: JSON.stringify({ email }) });
    await mails.until(({ received }) => received.includes(email));
    expect(mails.received).toEqual([email]);
  });

  it('held up by a silent server does not hold up the stop, and is kept for later', async () => {
    const mails = await serve({ greets: false });
    await subscribe(200);
    await queueEdition(database, newEdition());
    await start(mails);
    await mails.until(({ hanging }) => hanging >= 4);
    const begun = performance.now();
    await work?.stop();
    work = undefined;
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(await jobs()).toEqual({ waiting: 4, locked: 0 });
    expect(await deliveries()).toEqual({ sent: 0, refused: 0 });
  });

  it('of a newsletter waits while the site has no postal address to put under it', async () => {
    const mails = await serve();
    await subscribe(1);
    await queueEdition(database, newEdition());
    await start(mails, {});
    await expect.poll(lastError, { timeout: 300_000 }).toContain('needs the postal address');
    expect(mails.connections()).toBe(0);
    expect(await deliveries()).toEqual({ sent: 0, refused: 0 });
  });

  it('of a newsletter skips a mailbox that was gone for three editions, and tries it again half a year later', async () => {
    let asked = 0;
    const mails = await serve({
      forReceiver(to) {
        if (to !== 'reader-1@list.example') return undefined;
        asked += 1;
        return '550 5.1.1 <reader-1@list.example> is nobody';
      },
    });
    await subscribe(2);
    await start(mails);
    const send = async (editions: number) => {
      await queueEdition(database, newEdition());
      await mails.until(({ received }) => received.length === editions);
      await expect.poll(deliveries).toEqual({ sent: 2 * editions, refused: editions });
    };
    for (let edition = 1; edition <= 4; edition += 1) await send(edition);
    expect(asked).toBe(3);
    await database.asService.query({
      text: `update public.newsletter_deliveries set refused_at = refused_at - interval '181 days'
        where refused_at is not null`,
    });
    await send(5);
    expect(asked).toBe(4);
  });

  it('to an address that is refused for good is not retried; a temporary refusal is', async () => {
    const answers: Record<string, string> = {
      'reader-1@list.example': '550 5.1.1 <reader-1@list.example> is nobody',
      'reader-2@list.example': '451 4.7.1 come again later',
    };
    const mails = await serve({ forReceiver: (to) => answers[to] });
    await subscribe(3);
    await queueEdition(database, newEdition());
    await start(mails);
    await mails.until(({ received }) => received.length === 1);
    await work?.stop();
    work = undefined;
    const { rows } = await database.asService.query<{ email: string; state: string }>({
      text: `select s.email, case when d.refused_at is not null then 'refused'
          when d.sent_at is not null then 'sent' else 'waiting' end as state
        from public.newsletter_deliveries as d
        join public.newsletter_subscribers as s on s.id = d.subscriber_id order by 1`,
    });
    expect(rows.map(({ state }) => state)).toEqual(['refused', 'waiting', 'sent']);
    expect(await jobs()).toEqual({ waiting: 1, locked: 0 });
  });
});

async function lastError(): Promise<string> {
  let found = '';
  await asAdmin(async (client) => {
    const { rows } = await client.query('select last_error from graphile_worker.jobs');
    found = rows[0]?.last_error ?? '';
  });
  return found;
}

async function deliveries() {
  const { rows } = await database.asService.query<{ sent: number; refused: number }>({
    text: `select count(sent_at)::int as sent, count(refused_at)::int as refused
      from public.newsletter_deliveries`,
  });
  return rows[0];
}

async function serve(manner?: Manner): Promise<MailServer> {
  mailServer = await startMailServer(manner);
  return mailServer;
}

async function start(
  mails: MailServer,
  settings: { postalAddress?: string } = { postalAddress: '1 Test Street, Durham, NC 27701' },
) {
  const { postalAddress } = settings;
  work = await startWork({
    setUp: testSetUp,
    config: {
      siteUrl,
      mail: { smtpUrl: mails.url, from: 'Site <hello@site.test>', postalAddress },
      twilio: undefined,
      dnsServers: undefined,
      indexNowKey: undefined,
      backup: readConfig({}).backup,
      jobLimits: { unconfirmedLive: 3, perDay: 30, reviewsFirst: false },
      messageLimits: 'usual',
      staffLogDetailsMonths: 24,
      staffFactorWaitHours: 24,
      evidenceDays: 90,
      legalNoticeDays: 14,
      applicationsKeptDays: 30,
      fileLimits: { largestMb: 50, mbPerPerson: 100 },
      queueConcurrency: 4,
      dataDir: '/nowhere',
      s3: undefined,
      supabase: undefined,
    },
    keys: testKeys,
    admin,
    database,
    logger: createLogger('silent'),
    loadMail: () => import('#mail/mail.ts'),
  });
}

function isReader(address: string): boolean {
  return address.endsWith('@list.example');
}

async function subscribe(count: number) {
  await database.asService.query({
    text: `insert into public.newsletter_subscribers (email, confirmed_at, consent_text)
      select 'reader-' || n || '@list.example', now(), 'Yes, write to me.'
      from generate_series(1, $1::int) as n`,
    values: [count],
  });
}

async function jobs() {
  let found: { waiting: number; locked: number } | undefined;
  await asAdmin(async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as waiting, count(locked_at)::int as locked
        from graphile_worker.jobs where task_identifier = 'newsletter-edition'`,
    );
    found = rows[0];
  });
  return found;
}

function newEdition() {
  const id = crypto.randomUUID();
  return { subject: `News ${id}`, text: `News of ${id}.` };
}
