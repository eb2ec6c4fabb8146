import { createApi } from '#api/api.ts';
import { openDatabase } from '#database/database.ts';
import { type Actor, createActors } from '#test/support/actors.ts';
import { asAdmin, cloneDatabase, startTestEngine } from '#test/support/engine.ts';
import { testAuth } from '#test/support/test-auth.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { testStorage } from '#test/support/test-storage.ts';
import { applicationRows, askedCompany, askedJob } from './parts/application-rows.ts';
import { at, measureInTurns } from './parts/in-turns.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

// A company's inbox and everything else that counts applications, through the whole API, with 100
// and with 100,000 of them.

type Site = Awaited<ReturnType<typeof openSite>>;
type Asked = (site: Site) => Promise<unknown>;

const list =
  (filters: object = {}) =>
  (site: Site) =>
    site.ask('list_applications', { size: 31, ...filters });
const columns = ['new', 'review', 'interview', 'offer', 'hired', 'declined'];
const question = 'Do you hold a license?';
const applied = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const questions: Record<string, Asked> = {
  list: list(),
  'list, a page deep': list({
    after_at: applied(50),
    after_id: '00000000-0000-4000-c000-000000000000',
  }),
  'list, open': list({ standing: 'open' }),
  ...Object.fromEntries(
    [...columns, 'withdrawn'].map((standing) => [`list, ${standing}`, list({ standing })]),
  ),
  'list, one posting': list({ job: askedJob }),
  'list, one posting, offer': list({ job: askedJob, standing: 'offer' }),
  'list, meets needs': list({ needs: 'yes' }),
  'list, does not meet them': list({ needs: 'no' }),
  'list, credential verified': list({ verified: true }),
  'list, common place': list({ near: 'durham' }),
  'list, rare place': list({ near: 'nome' }),
  'list, no such place': list({ near: 'lisbon' }),
  'list, starred': list({ starred: true }),
  'list, common word': list({ q: 'anna' }),
  'list, rare word': list({ q: 'philippa' }),
  'list, no such word': list({ q: 'lighthouse' }),
  'list, common answer': list({ question, answer: 'Yes' }),
  'list, rare answer': list({ question, answer: 'No' }),
  'list, spam': list({ spam: true }),
  'list, rare word of a state': list({ q: 'philippa', standing: 'declined' }),
  board: (site) =>
    Promise.all(columns.map((standing) => site.ask('list_applications', { standing, size: 21 }))),
  'counts of the states': (site) => site.ask('count_applications', {}),
  'postings to choose from': (site) => site.ask('postings_with_applications', {}),
  'one application': (site) =>
    site.ask('read_application', { application: '00000000-0000-4000-c000-000000000005' }),
  'how a company answers': (site) => site.ask('company_answers', { company: askedCompany }),
  'figures of a posting': (site) => site.ask('posting_figures', { job: askedJob }),
  'who is due a digest': (site) => site.service('select private.digests_due($1)', [morning]),
  'one digest': (site) =>
    site.service('select * from private.digest_of($1, now())', [site.recruiterId]),
  '/applications of a person': (site) => site.askAs('applicant', 'own_applications', {}),
};

/** Eight o'clock in a time zone, the default hour. */
const morning = (() => {
  const moment = new Date();
  const inNewYork = () =>
    Number(
      moment.toLocaleString('en-US', {
        timeZone: 'America/New_York',
        hour: 'numeric',
        hourCycle: 'h23',
      }),
    );
  while (inNewYork() !== 8) moment.setUTCHours(moment.getUTCHours() + 1);
  return moment;
})();

async function benchApplications({ sizes = [100, 100_000], tries = 40 } = {}) {
  const engine = await startTestEngine();
  const sites: Site[] = [];
  try {
    for (const size of sizes) sites.push(await openSite(engine, size));
    const rows = [];
    for (const [name, asked] of Object.entries(questions)) {
      const times = await measureInTurns(
        sites.map((site) => () => asked(site)),
        tries,
      );
      const [small, large] = [at(times[0], 0.95), at(times[1], 0.95)];
      rows.push({
        question: name,
        '100 p50 ms': at(times[0], 0.5).toFixed(1),
        '100 p95 ms': small.toFixed(1),
        '100k p50 ms': at(times[1], 0.5).toFixed(1),
        '100k p95 ms': large.toFixed(1),
        'p95 ratio': (large / small).toFixed(2),
      });
      process.stdout.write(`${name}: ${small.toFixed(1)} and ${large.toFixed(1)} ms\n`);
    }
    report('applications', {
      title: 'A company’s applications',
      explanation: `A page of thirty from a company's inbox with each of its filters, its board, and everything else that counts
applications, through the whole API as one of its recruiters. The company has 100 or 100,000 of them on twenty
postings, and two hundred other companies a fifth as many each. A fifth of them belong to the posting whose figures
are requested. The digest's queries go to the database alone. The ratio is the p95 of the large one to that of the
small one, measured in turns.`,
      rows,
      goals: [atMost('p95 ratio', 3)],
    });
  } finally {
    for (const site of sites) await site.close();
    await engine.stop();
  }
}

async function openSite(engine: Awaited<ReturnType<typeof startTestEngine>>, size: number) {
  const { admin, login } = await cloneDatabase(engine);
  const storage = testStorage();
  const database = openDatabase(login, 8);
  const dependencies = { database, keys: testKeys, auth: await testAuth(), storage };
  const call = createApi({ ...dependencies, reportBug: (error) => console.error(error) });
  const begin = performance.now();
  const actors = createActors({ database, call });
  const [recruiter, applicant] = [await actors.signedIn(), await actors.signedIn()];
  await asAdmin(admin, async (client) => {
    for (const text of applicationRows(size)) await client.query(text);
    await client.query(
      "insert into public.company_members (company_id, user_id, role, joined_at) values ($1, $2, 'admin', now() - interval '90 days')",
      [askedCompany, recruiter.id],
    );
    // Has been told of everything up to now.
    await client.query(
      'insert into private.application_digests (user_id, told_up_to) select user_id, now() from public.company_members',
    );
    await client.query('set session_replication_role = replica');
    await client.query(
      `update public.applications set applicant_id = $1 where applicant_id = '00000000-0000-4000-9000-00000000004d'`,
      [applicant.id],
    );
    await client.query('reset session_replication_role');
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query('vacuum analyze');
  });
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  process.stdout.write(`${size} applications in ${seconds} s\n`);

  async function askOf(who: Actor, name: string, body: object) {
    const response = await call(
      new Request(`http://bench.test/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { ...who.headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${name}: ${text}`);
    return text;
  }
  return {
    recruiterId: recruiter.id,
    ask: (name: string, body: object) => askOf(recruiter, name, body),
    askAs: (_who: 'applicant', name: string, body: object) => askOf(applicant, name, body),
    service: (text: string, values: unknown[]) => database.asService.query({ text, values }),
    async close() {
      await database.close();
      storage.clear();
    },
  };
}

// `npm run bench -- applications 10000 15` measures the large one at another size with fewer tries,
// and only prints it.
if (import.meta.main) {
  const [large, tries = 40] = process.argv.slice(2).map(Number);
  await benchApplications(large ? { sizes: [100, large], tries } : {});
}
