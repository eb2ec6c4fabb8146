import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { queueEdition } from '#api/newsletter/newsletter-editions.ts';
import { queue } from '#api/queue.ts';
import { type Database, openDatabase } from '#database/database.ts';
import { findRunning } from '#database/embedded/embedded.ts';
import { makeDataDir } from '#test/support/engine.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { end, launchSite } from './launch.ts';
import type { SinkNews } from './mail-sink.ts';
import { report } from './report.ts';
import { atLeast, atMost } from './result.ts';

/**
 * A newsletter to this many readers through the whole site to a mail server that only counts; and
 * five times a second, in turn, a notification and an account mail: how long each of those takes
 * from request to delivery. Without them (0), the processor time is that of the newsletter alone.
 */
export async function benchNewsletter(readers = 3_000, otherEvery = 200) {
  const dataDir = makeDataDir('site-bench-');
  const sink = fork(new URL('mail-sink.ts', import.meta.url));
  const [ready] = (await once(sink, 'message')) as [Extract<SinkNews, { kind: 'ready' }>];
  let counted = { readers: 0, twice: 0 };
  const arrived = new Map<string, number>();
  sink.on('message', (news: SinkNews) => {
    if (news.kind === 'counted') counted = news;
    else if (news.kind === 'other') arrived.set(news.to, news.at);
  });
  const site = await launchSite({
    DATA_DIR: dataDir,
    PORT: '0',
    SEED: 'none',
    LOG_LEVEL: 'error',
    SMTP_URL: `smtp://127.0.0.1:${ready.port}`,
    POSTAL_ADDRESS: '1 Bench Street, Durham, NC 27701',
    AUTH_LIMIT_LETTERS_PER_CLIENT: '1000000/60',
  });
  const admin = findRunning(dataDir);
  if (!admin) throw new Error('The database of the benchmark does not run.');
  const database = openDatabase(admin, 4);
  try {
    await addReaders(database, readers);
    const others = await otherMail(database, site.url);
    for (let warm = 0; warm < 4; warm += 1) await others.order();
    await until(() => others.ordered.size === arrived.size);
    others.ordered.clear();

    const cpu = { site: cpuSeconds(site.child.pid) };
    const memory: string[] = [];
    await queueEdition(database, { subject: 'News of the bench', text: words });
    const began = performance.now();
    let next = 0;
    while (counted.readers < readers) {
      if (counted.readers >= (memory.length * readers) / 4) memory.push(residentOf(site.child.pid));
      if (otherEvery > 0 && performance.now() - began > next * otherEvery) {
        next += 1;
        others.order().catch((error) => process.stderr.write(`${error}\n`));
      }
      await delay(10);
    }
    const seconds = (performance.now() - began) / 1_000;
    memory.push(residentOf(site.child.pid));
    await until(() => [...others.ordered.keys()].every((to) => arrived.has(to)));
    const took = (kind: string) =>
      [...others.ordered].flatMap(([to, at]) =>
        to.startsWith(kind) ? [(arrived.get(to) ?? Number.POSITIVE_INFINITY) - at] : [],
      );
    const row = {
      work: 'newsletter',
      mails: readers,
      twice: counted.twice,
      'mails/s': Math.round(readers / seconds),
      'CPU ms a mail': (((cpuSeconds(site.child.pid) - cpu.site) / readers) * 1_000).toFixed(2),
      'MB at 0/25/50/75/100 %': memory.join(' '),
      'message mail p95 ms': p95(took('candidate')),
      'letter p95 ms': p95(took('person')),
      others: others.ordered.size,
    };
    report('work-newsletter', {
      title: 'Newsletter',
      explanation: `A newsletter through the whole site to a mail server that only counts; and five times a second, in turn, a
notification of a message and an account mail: how long each of those takes from request to delivery. Memory is the
site's process, resident.`,
      rows: [row],
      goals: [
        atLeast('mails/s', 300),
        atMost('message mail p95 ms', 1_000),
        atMost('letter p95 ms', 1_000),
      ],
    });
  } finally {
    await database.close();
    await end(site.child);
    sink.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function addReaders(database: Database, count: number) {
  await database.asService.query({
    text: `insert into public.newsletter_subscribers (email, confirmed_at, consent_text)
      select 'reader-' || n || '@list.example', now(), 'Yes, write to me.'
      from generate_series(1, $1::int) as n`,
    values: [count],
  });
}

const most = 1_000;

/** Triggers a notification and an account mail in turn, each to a different receiver. */
async function otherMail(database: Database, url: string) {
  const { supabaseKey: apikey } = await (await fetch(`${url}/config.json`)).json();
  const { rows } = await database.asService.query<{ id: string }>({
    text: `with people as (
        insert into auth.users (id, email) select gen_random_uuid(), 'candidate-' || n || '@bench.example'
        from generate_series(0, $1::int) as n returning id, email
      ), member as (select id from people where email like 'candidate-0@%'), talks as (
        insert into public.conversations (member_id, candidate_id, member_name, candidate_headline)
        select member.id, people.id, 'Kim', 'Coder' from people, member where people.id <> member.id
        returning id, member_id
      )
      insert into public.messages (conversation_id, sender_id, body)
      select id, member_id, 'A message of the bench.' from talks returning id`,
    values: [most],
  });
  const { rows: receivers } = await database.asService.query<{ id: string; email: string }>({
    text: `select m.id, u.email from public.messages as m
      join public.conversations as c on c.id = m.conversation_id
      join auth.users as u on u.id = c.candidate_id where m.id = any ($1)`,
    values: [rows.map(({ id }) => id)],
  });
  const ordered = new Map<string, number>();
  let turn = 0;
  return {
    ordered,
    async order() {
      turn += 1;
      const message = receivers[turn % receivers.length];
      if (turn % 2 === 0 && message) {
        ordered.set(message.email, Date.now());
        await queue.add(database.asService, 'message-mail', { messageId: message.id });
        return;
      }
      const email = `person-${turn}@bench.example`;
      ordered.set(email, Date.now());
      const answer = await fetch(`${url}/auth/v1/otp`, {
        method: 'POST',
        headers: { apikey, 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      if (!answer.ok) throw new Error(`No letter was ordered: ${await answer.text()}`);
    },
  };
}

async function until(isSo: () => boolean) {
  while (!isSo()) await delay(20);
}

/** In megabytes. */
function residentOf(pid: number | undefined): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes = '0'] = status.match(/VmRSS:\s+(\d+)/) ?? [];
  return String(Math.round(Number(kilobytes) / 1_024));
}

function p95(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0);
}

const words = `## What is new

${'We wrote about **coding with assistants** and what a practice should ask before it buys one. '.repeat(4)}

- [A guide to prompts](https://bench.example/prompts)
- [A register of tools](https://bench.example/tools)

## Dates

${'The next workshop is on a Tuesday, and *seats are few*. '.repeat(4)}
[Register](https://bench.example/register)`;
