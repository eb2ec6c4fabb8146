import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#database/open-client.ts';
import type { Sandbox } from '#server/outside/stripe-sandbox/sandbox.ts';
import type { Check } from './drill.ts';
import type { Stage } from './writers/hands.ts';
import type { Kept } from './writers/kept.ts';

/** How long the queue has to finish: jobs of a killed process are freed within a minute. */
const patience = 180_000;

type Row = Record<string, string>;

/** Compares what was acknowledged with what is there. */
export async function countKept({
  stage,
  sandbox,
  kept,
  writing,
  webhooks,
  kills,
}: {
  stage: Stage;
  sandbox: Sandbox;
  kept: Kept;
  writing: { company: string; free: number; job: string };
  /** The payment events that were answered with success. */
  webhooks: ReadonlyMap<string, number>;
  kills: number;
}): Promise<Check[]> {
  const ask = (text: string, values: unknown[] = []) =>
    withClient(stage.admin, async (client) => (await client.query<Row>(text, values)).rows);
  /** How often each of these values is there. */
  const times = async (text: string, those: readonly string[]) => {
    const rows = await ask(
      `select word, count(*) as times from (${text}) as found (word)
      where word = any ($1) group by word`,
      [those],
    );
    return compare(those, new Map(rows.map(({ word = '', times }) => [word, Number(times)])));
  };
  const left = await emptied(() =>
    ask(`select t.identifier as task, j.attempts, last_error as error from graphile_worker._private_jobs as j
      join graphile_worker._private_tasks as t on t.id = j.task_id
      where (j.run_at <= now() or j.last_error is not null) and coalesce(j.last_error, '') not like 'Sample: %'`),
  );
  const seatHolders = await ask(
    'select user_id as id from public.membership_seats where company_id = $1',
    [writing.company],
  );
  const live = Object.values(sandbox.state.subscriptions).filter(
    ({ status }) => status === 'active',
  );
  const customers = Object.values(sandbox.state.customers);
  const paidFor = new Map<string, number>();
  for (const { metadata } of live) {
    const id = metadata.user_id ?? '';
    paidFor.set(id, (paidFor.get(id) ?? 0) + 1);
  }
  // The staff's list of mails has all of them; the outbox of a site without a mail server keeps
  // only the newest.
  const letters = (pattern: string) =>
    `select recipient from staff.mails where state = 'sent' and subject ilike '${pattern}'`;
  const doubledLetters = await ask(`select recipient, subject from staff.mails
    where state = 'sent' and recipient like '%@drill.example' and subject not ilike '%seat%'
    group by recipient, subject having count(*) > 1`);
  const messages = await times('select body from public.messages', kept.messages);
  const mails = await ask(`select count(*) as mails from staff.mails where state = 'sent'`);
  const unhandled = await ask('select id from public.billing_events where handled_at is null');
  const checks: [what: string, Compared][] = [
    [
      'each job whose posting was answered',
      await times('select title from public.jobs', kept.jobs),
    ],
    [
      'each person whose sign-up was answered',
      await times('select email from auth.users', kept.people),
    ],
    ['the letter to each who waits for it', await times(letters('%confirm%'), kept.waiting)],
    ['each message that was answered', messages],
    [
      'each application that was answered',
      await times(
        `select email from public.applications where job_id = '${writing.job}'`,
        kept.applicants,
      ),
    ],
    ['the letter about each of them', await times(letters('%appl%'), kept.applicants)],
    ['one subscription in the payment service for each who paid', compare(kept.payers, paidFor)],
    [
      'the membership of each who paid',
      await times(
        `select user_id::text from public.subscriptions where status = 'active' and customer_id is not null`,
        kept.payers,
      ),
    ],
    [
      'each event of the payment service that was answered',
      await times('select id from public.billing_events', [...webhooks.keys()]),
    ],
    [
      'each invitation that was accepted',
      await times(
        `select user_id::text from public.company_members where company_id = '${writing.company}'`,
        kept.members,
      ),
    ],
    [
      'each seat that was given',
      compare([...kept.seats], new Map(seatHolders.map(({ id = '' }) => [id, 1]))),
    ],
  ];
  return [
    {
      what: 'whoever asked again was answered well in the end',
      seen: `${kept.surprises.length} surprises ${kept.surprises.slice(0, 3).join('; ')}`,
      holds: kept.surprises.length === 0,
    },
    ...checks.map(
      ([what, { asked, lost, doubled }]): Check => ({
        what: `${what} is there, once`,
        seen: `${kills} kills, ${asked} answered, ${lost} lost, ${doubled} doubled`,
        holds: asked > 0 && lost === 0 && doubled === 0,
      }),
    ),
    {
      what: 'no seat was taken that nobody paid for, or kept that was taken back',
      seen: `${writing.free} paid for, at most ${kept.mostSeats} taken; ${seatHolders.length} at the end, ${kept.seats.size} by the answers`,
      holds: kept.mostSeats <= writing.free && seatHolders.length === kept.seats.size,
    },
    {
      what: 'nobody became two customers of the payment service',
      seen: `${kept.payers.length} paid, ${customers.length} customers, ${live.length} subscriptions`,
      holds: new Set(customers.map(({ email }) => email)).size === customers.length,
    },
    {
      what: 'nobody got a letter twice',
      seen: `${mails[0]?.mails} mails, ${doubledLetters.length} twice`,
      holds: doubledLetters.length === 0,
    },
    {
      what: 'the queue has done all its work',
      seen: `${left.length} left${left.length > 0 ? `: ${JSON.stringify(left.slice(0, 5))}` : ''}, ${unhandled.length} events not worked on`,
      holds: left.length === 0 && unhandled.length === 0,
    },
  ];

  async function emptied(look: () => Promise<Row[]>): Promise<Row[]> {
    const end = performance.now() + patience;
    for (;;) {
      const rows = await look();
      if (rows.length === 0 || performance.now() > end) return rows;
      await pause(500);
    }
  }
}

type Compared = { asked: number; lost: number; doubled: number };

function compare(those: readonly string[], there: ReadonlyMap<string, number>): Compared {
  const counts = those.map((one) => there.get(one) ?? 0);
  return {
    asked: those.length,
    lost: counts.filter((count) => count === 0).length,
    doubled: counts.filter((count) => count > 1).length,
  };
}
