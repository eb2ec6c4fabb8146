import { openDatabase } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { withClient } from '#database/open-client.ts';
import { demoEmployer, demoPassword } from '#database/seed/demo-people.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { jobRow } from '#test/support/jobs.ts';
import { killed, type Site, until } from '#test/support/site.ts';
import { openProcesses } from '../rehearsal/processes.ts';
import type { Drill } from './drill.ts';

type Stage = Awaited<ReturnType<typeof openProcesses>>;
/** What was answered well, so that it must be there, once. */
type Kept = { jobs: string[]; people: string[] };

const settings = {
  JOBS_PER_DAY: '100000',
  AUTH_LIMIT_LETTERS_PER_CLIENT: '1000000/60',
  AUTH_LIMIT_TOKENS: '1000000/60',
};

export const drill: Drill = {
  title: 'kill -9 of one of two processes while jobs are posted and people sign up',
  rounds: 300,
  async run(rounds, say) {
    const stage = await openProcesses({ replicas: 1 });
    try {
      await seed(stage);
      const sites = [
        await stage.start(undefined, settings),
        await stage.start(undefined, settings),
      ];
      const kept: Kept = { jobs: [], people: [] };
      const over = new AbortController();
      const writing = sites.map((_, place) =>
        keepWriting(stage, () => sites[place] as Site, kept, over.signal),
      );
      for (let round = 0; round < rounds; round += 1) {
        const place = round % sites.length;
        const site = sites[place] as Site;
        await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 800));
        await killed(site.child);
        const { port } = new URL(site.url);
        sites[place] = await stage.start(undefined, { ...settings, PORT: port });
        if ((round + 1) % 10 === 0) {
          say(`${round + 1} kills, ${kept.jobs.length} jobs and ${kept.people.length} people`);
        }
      }
      over.abort();
      await Promise.all(writing);
      const ask = (text: string, values: unknown[]) =>
        withClient(stage.admin, async (client) => (await client.query(text, values)).rows);
      const jobs = await ask(
        `select title, count(*)::int from public.jobs where title = any ($1) group by title`,
        [kept.jobs],
      );
      const people = await ask('select email from auth.users where email = any ($1)', [
        kept.people,
      ]);
      const letters = () =>
        ask(
          `select recipient, count(*)::int from queue.outbox where recipient = any ($1) group by recipient`,
          [kept.people],
        );
      const sent = await within(30_000, letters, (rows) => rows.length === kept.people.length);
      const doubledLetters = sent.filter(({ count }) => count > 1).length;
      const doubledJobs = jobs.filter(({ count }) => count > 1).length;
      return [
        {
          what: 'each job whose posting was answered is there, once',
          seen: `${rounds} kills, ${kept.jobs.length} answered, ${jobs.length} there, ${doubledJobs} doubled`,
          holds: kept.jobs.length > 0 && jobs.length === kept.jobs.length && doubledJobs === 0,
        },
        {
          what: 'each person whose sign-up was answered is there',
          seen: `${kept.people.length} answered, ${people.length} there`,
          holds: kept.people.length > 0 && people.length === kept.people.length,
        },
        {
          what: 'each of them got the letter, once',
          seen: `${sent.length} got it, ${doubledLetters} twice`,
          holds: sent.length === kept.people.length && doubledLetters === 0,
        },
      ];
    } finally {
      await stage.stop();
    }
  },
};

async function seed({ admin }: Stage) {
  const database = openDatabase(await migrate(admin));
  await seedDemo(database, () => {});
  await database.close();
}

/** By turns a job and a sign-up, one after the other; what breaks off is not tried again. */
async function keepWriting(stage: Stage, site: () => Site, kept: Kept, over: AbortSignal) {
  let token: string | undefined;
  const post = (path: string, body: object, bearer = token) =>
    fetch(site().url + path, {
      method: 'POST',
      headers: {
        apikey: stage.publishableKey,
        'content-type': 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
  while (!over.aborted) {
    try {
      token ??= (
        await (
          await post('/auth/v1/token?grant_type=password', {
            email: demoEmployer.email,
            password: demoPassword,
          })
        ).json()
      ).access_token;
      const title = `Analyst ${crypto.randomUUID()}`;
      const posted = await post('/rest/v1/jobs', jobRow(demoEmployer.id, { title }));
      await posted.arrayBuffer();
      if (posted.status === 201) kept.jobs.push(title);
      const email = `${crypto.randomUUID()}@drill.example`;
      const signedUp = await post('/auth/v1/signup', { email, password: 'kept-Ready-7' }, '');
      await signedUp.arrayBuffer();
      if (signedUp.ok) kept.people.push(email);
    } catch {
      // The process is gone, and will be there again.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function within<T>(time: number, ask: () => Promise<T>, isAsWished: (answer: T) => boolean) {
  const end = performance.now() + time;
  return until(ask, (answer) => isAsWished(answer) || performance.now() > end);
}
