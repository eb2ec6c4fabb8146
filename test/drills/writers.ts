import { withClient } from '#database/open-client.ts';
import {
  demoCandidate,
  demoEmployer,
  demoMember,
  demoPassword,
} from '#database/seed/demo-people.ts';
import type { Sandbox } from '#server/outside/stripe-sandbox/sandbox.ts';
import { jobRow } from '#test/support/jobs.ts';
import type { openProcesses } from '../rehearsal/processes.ts';

export type Stage = Awaited<ReturnType<typeof openProcesses>>;

/** What was answered well, so that it must be there, once. */
export type Kept = {
  jobs: string[];
  people: string[];
  /** Those of them whose letter must come. */
  waiting: string[];
  messages: string[];
  payers: string[];
  applicants: string[];
  members: string[];
  /** Who has a seat, by what was answered last. */
  seats: Set<string>;
  /** What was answered though nothing was wrong with the question. */
  surprises: string[];
  /** The most seats that were ever taken at once. */
  mostSeats: number;
};

export const noneKept = (): Kept => ({
  jobs: [],
  people: [],
  waiting: [],
  messages: [],
  payers: [],
  applicants: [],
  members: [],
  seats: new Set(),
  surprises: [],
  mostSeats: 0,
});

type Answer = { status: number; body: Record<string, unknown> & { [place: number]: unknown } };
/** Asks one of the processes that run; fails when the line breaks, as it does when the process is killed. */
export type Post = (path: string, body: object, token?: string) => Promise<Answer>;
type Person = { id: string; email: string; token: string };

/** How many of the team may have the membership besides who pays. */
const seats = 4;
const words = 'Good morning, we look for a CDI specialist';

/** People who do one thing after the other until `over`, and who keep note of what they were answered. */
export function startWriting(
  stage: Stage,
  post: Post,
  sandbox: Pick<Sandbox, 'deliverNow'>,
  kept: Kept,
  over: AbortSignal,
) {
  const sql = (text: string, values: unknown[]) =>
    withClient(
      stage.admin,
      async (client) => (await client.query<Record<string, string>>(text, values)).rows,
    );

  /** As a screen does that keeps what it sends: again, until there is an answer. */
  async function insist(path: string, body: object, token?: string): Promise<Answer> {
    for (;;) {
      const answer = await post(path, body, token).catch(() => undefined);
      if (answer && answer.status < 500) return answer;
      await pause(100);
    }
  }

  async function signIn(email: string, password: string): Promise<Person> {
    const { body } = await insist('/auth/v1/token?grant_type=password', { email, password });
    const { id } = body.user as { id: string };
    return { id, email, token: String(body.access_token) };
  }

  /** Not tried again: without an answer they do not know whether it was done. */
  async function postJobs() {
    const { token } = await signIn(demoEmployer.email, demoPassword);
    while (!over.aborted) {
      const title = `Analyst ${crypto.randomUUID()}`;
      const answer = await post('/rest/v1/jobs', jobRow(demoEmployer.id, { title }), token).catch(
        () => undefined,
      );
      if (answer?.status === 201) kept.jobs.push(title);
      else await pause(100);
    }
  }

  /** By turns one who only signs up, one who comes to the team, and one who applies and pays. */
  async function come(job: string, team: Team) {
    for (let number = 0; !over.aborted; number += 1) {
      const email = `${crypto.randomUUID()}@drill.example`;
      const password = 'kept-Ready-7';
      const answer = await post('/auth/v1/signup', { email, password }).catch(() => undefined);
      if (answer?.status !== 200) {
        await pause(100);
        continue;
      }
      kept.people.push(email);
      // By turns somebody who waits for the letter, which nobody gets who has confirmed the address already.
      if (number % 3 === 0) {
        kept.waiting.push(email);
        continue;
      }
      await becomeKnown(email);
      const person = await signIn(email, password);
      await surprised(async () => {
        if (number % 3 === 1 && (await team.takeIn(person))) return;
        await apply(person, job);
        await pay(person);
      });
    }
  }

  /** As if the link had been pressed, which the letter keeps for the count at the end; and with a profile to apply with. */
  const becomeKnown = (email: string) =>
    sql(
      `with proved as (update auth.users set email_confirmed_at = now(), email_proved_at = now()
          where email = $1 returning id)
        insert into public.candidate_profiles (user_id, headline) select id, 'Inpatient coder' from proved`,
      [email],
    );

  /** What nobody thought of is told at the end, and the others go on. */
  async function surprised(work: () => Promise<void>) {
    await work().catch(async (error: Error) => {
      kept.surprises.push(error.message);
      await pause(1_000);
    });
  }

  async function apply({ email, token }: Person, jobId: string) {
    const given = { jobId, name: 'Sam Sample', withProfile: true, withResume: false };
    const { status, body } = await insist('/functions/v1/apply-for-job', given, token);
    if (status !== 200 || !body.id) throw new Error(`No application: ${JSON.stringify(body)}`);
    kept.applicants.push(email);
  }

  async function pay({ id, token }: Person) {
    const { body } = await insist('/functions/v1/create-checkout', {}, token);
    if (!body.url) throw new Error(`Nowhere to pay: ${JSON.stringify(body)}`);
    const paid = await fetch(String(body.url), {
      method: 'POST',
      body: new URLSearchParams({ number: '4242424242424242' }),
      redirect: 'manual',
    });
    if (paid.status !== 303) throw new Error(`Not paid: ${JSON.stringify(body)}`);
    kept.payers.push(id);
    void sandbox.deliverNow();
  }

  /** A member writes, the candidate answers, and so on. */
  async function talk() {
    const member = await signIn(demoMember.email, demoPassword);
    const candidate = await signIn(demoCandidate.email, demoPassword);
    let turns = 0;
    const turn = async () => {
      const [asked, answered] = [message(), message()];
      // Nobody writes more than 200 a day; here days pass quickly.
      turns += 1;
      if (turns % 150 === 0) {
        await sql(`update public.messages set created_at = created_at - interval '1 day'`, []);
      }
      const to = { candidateId: demoCandidate.id, ...asked };
      const first = await insist('/functions/v1/send-candidate-message', to, member.token);
      if (first.status !== 200) throw new Error(`Not sent: ${JSON.stringify(first.body)}`);
      kept.messages.push(asked.message);
      const { conversationId } = first.body;
      const reply = { conversationId, ...answered };
      const second = await insist('/functions/v1/reply-to-message', reply, candidate.token);
      if (second.status !== 200) throw new Error(`Not sent: ${JSON.stringify(second.body)}`);
      kept.messages.push(answered.message);
    };
    while (!over.aborted) await surprised(turn);
  }

  const message = () => ({
    message: `${words} ${crypto.randomUUID()}`,
    clientKey: crypto.randomUUID(),
  });

  type Team = Awaited<ReturnType<typeof openTeam>>;
  /** The demo member's, who pays for some seats. */
  async function openTeam() {
    const admin = await signIn(demoMember.email, demoPassword);
    const [{ company = '' } = {}] = await sql(
      `with paid as (update public.subscriptions set quantity = $2 where user_id = $1)
        select company_id as company from public.company_members where user_id = $1`,
      [admin.id, seats + 1],
    );
    const [{ free = '0' } = {}] = await sql('select private.seats_of($1) - 1 as free', [admin.id]);
    const rpc = (name: string, body: object, token = admin.token) =>
      insist(`/rest/v1/rpc/${name}`, body, token);
    let mayInvite = true;

    /** Answers whether there was room in the team. */
    async function takeIn({ id, email, token }: Person): Promise<boolean> {
      if (mayInvite) mayInvite = await invite(email);
      if (!mayInvite) return false;
      // Without an answer it may have been accepted: then the link is no longer one.
      const { status } = await rpc('accept_invitation', { token: await tokenOf(email) }, token);
      if (status !== 200 && status !== 404) throw new Error(`Not accepted: ${status}`);
      kept.members.push(id);
      return true;
    }

    async function invite(address: string): Promise<boolean> {
      const { status } = await rpc('invite_to_company', { company, address, as_role: 'recruiter' });
      // 409: invited by a try that was not answered. 429: so many a day.
      return status === 200 || status === 409;
    }

    async function tokenOf(email: string): Promise<string> {
      for (;;) {
        const rows = await sql(
          `select text from queue.outbox where recipient = $1 and text like '%next=%token%' order by id desc`,
          [email],
        );
        const link = decodeURIComponent(rows[0]?.text?.match(/next=\S+/)?.[0] ?? '');
        const [, token] = link.match(/token=([\w-]+)/) ?? [];
        if (token) return token;
        await pause(200);
      }
    }

    /** Gives seats in a round to whoever has none, and takes one back when all are taken. */
    async function keepSeats() {
      for (let turn = 0; !over.aborted; turn += 1) {
        const without = kept.members.filter((id) => !kept.seats.has(id));
        const person = without[turn % without.length];
        if (!person) {
          await pause(200);
          continue;
        }
        const { status, body } = await rpc('give_seat', { company, person });
        const isThere = String(body.message).includes('has a membership already');
        if (status < 300 || isThere) kept.seats.add(person);
        else {
          const [first = ''] = kept.seats;
          await rpc('take_seat', { company, person: first });
          kept.seats.delete(first);
        }
        const [{ taken = '0' } = {}] = await sql(
          'select count(*)::text as taken from public.membership_seats where company_id = $1',
          [company],
        );
        kept.mostSeats = Math.max(kept.mostSeats, Number(taken));
      }
    }

    return { company, free: Number(free), takeIn, keepSeats };
  }

  async function begin() {
    const team = await openTeam();
    const [{ id: job = '' } = {}] = await sql(
      `insert into public.jobs (title, company, job_type, location, description, contact_name, contact_email, posted_by, applies_here)
        values ('Coder', 'Piedmont Valley Health', 'Full-time', 'Charlotte, NC', $2, 'Sample Recruiter', 'talent@piedmont-valley.example', $1, true) returning id`,
      [demoEmployer.id, 'Find the root causes behind payer denials and write the appeals.'],
    );
    const done = Promise.all([
      postJobs(),
      talk(),
      team.keepSeats(),
      come(job, team),
      come(job, team),
    ]);
    return { done, company: team.company, free: team.free, job };
  }
  return begin();
}

export const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
