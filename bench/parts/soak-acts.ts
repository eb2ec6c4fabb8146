import WebSocket from 'ws';
import { demoEmployer } from '#database/seed/demo-people.ts';
import { jobRow } from '#test/support/jobs.ts';
import { type Asked, candidates, mailOf, members, openJobs, type requestsOf } from './crowd.ts';

type Send = (asked: Asked) => Promise<string>;
type Act = (n: number) => Promise<unknown>;
type Session = { access_token: string; refresh_token: string };
type Ways = { url: string; apikey: string; send: Send } & ReturnType<typeof requestsOf>;

const kept = ['/', '/faq', '/about', '/organizations'];
const terms = ['analyst', 'coder', 'remote', 'data', 'ai', 'nurse', 'zq'];
const skills = ['Epic', 'CPT', 'SQL', 'HCPCS', 'Excel'];

const at = <Value>(values: readonly Value[], n: number) => values[n % values.length] as Value;

/** Everything that people do here, and how many of a thousand acts are of each kind. */
export async function actsOf({ url, apikey, send, ask, signIn, refresh }: Ways) {
  const sessions = new Map<string, Session>();
  const enter = async (person: string, email = mailOf(person)) => {
    const session = JSON.parse(await send(signIn(email))) as Session;
    sessions.set(person, session);
    return session;
  };
  for (const person of [...members, ...candidates]) await enter(person);
  await enter(demoEmployer.id, demoEmployer.email);
  const token = (person: string) => sessions.get(person)?.access_token ?? '';
  const everybody = [...members, ...candidates];
  const jobPages = openJobs.map((id) => `/job/${id}`);
  const saved = (person: string, job: string) =>
    `/rest/v1/saved_jobs?user_id=eq.${person}&job_id=eq.${job}`;

  const kinds: [share: number, act: Act][] = [
    [220, (n) => send(ask(at(kept, n)))],
    [80, (n) => send({ ...ask(at(kept, n)), headers: { 'accept-encoding': 'br' } })],
    [200, (n) => send(ask(at(['/jobs', '/sitemap.xml', '/jobs/feed.xml', ...jobPages], n)))],
    [60, (n) => send(ask(`/jobs?q=${at(terms, n)}+${n}`))],
    [190, (n) => send(ask(`/rest/v1/jobs?select=id,title,company&limit=20&offset=${n % 40}`))],
    [50, (n) => send(ask('/rest/v1/rpc/list_saved_jobs', as(at(everybody, n), {})))],
    [50, (n) => send(ask('/rest/v1/rpc/list_conversations', as(at(everybody, n), {})))],
    [
      40,
      (n) =>
        send(
          ask(
            '/rest/v1/rpc/search_candidates',
            as(at(members, n), { q: at(terms, n), skills: [at(skills, n)] }),
          ),
        ),
    ],
    [
      40,
      async (n) => {
        const [person, job] = [at(candidates, n), at(openJobs, Math.floor(n / candidates.length))];
        await send(
          ask(
            '/rest/v1/saved_jobs?on_conflict=user_id,job_id',
            as(person, { user_id: person, job_id: job }),
          ),
        );
        await send(ask(saved(person, job), { token: token(person), method: 'DELETE' }));
      },
    ],
    [
      20,
      (n) => {
        const person = at(candidates, n);
        const change = as(person, { headline: `CDI Specialist ${n}` });
        return send(
          ask(`/rest/v1/candidate_profiles?user_id=eq.${person}`, { ...change, method: 'PATCH' }),
        );
      },
    ],
    [
      20,
      async (n) => {
        const person = at(everybody, n);
        const session = sessions.get(person) as Session;
        sessions.set(person, JSON.parse(await send(refresh(session.refresh_token))));
      },
    ],
    [4, (n) => enter(at(everybody, n))],
    [4, converse],
    [
      3,
      (n) => {
        const jobId = at(openJobs, Math.floor(n / candidates.length));
        const given = { jobId, name: 'Bench Person', withProfile: true, withResume: false };
        return send(ask('/functions/v1/apply-for-job', as(at(candidates, n), given)));
      },
    ],
    [
      2,
      async () => {
        const id = crypto.randomUUID();
        await send(ask('/rest/v1/jobs', as(demoEmployer.id, jobRow(demoEmployer.id, { id }))));
        await send(
          ask(`/rest/v1/jobs?id=eq.${id}`, { token: token(demoEmployer.id), method: 'DELETE' }),
        );
      },
    ],
    [10, (n) => follow(at(everybody, n)).then((socket) => socket.close())],
  ];

  function as(person: string, body: object) {
    return { token: token(person), body };
  }

  /** Each member writes to each candidate once a round, who answers. */
  async function converse(n: number) {
    const member = at(members, n);
    const candidate = at(candidates, n + (Math.floor(n / members.length) % 25));
    const message = `What the work is about, for the ${n}th time.`;
    const written = await send(
      ask(
        '/functions/v1/send-candidate-message',
        as(member, { candidateId: candidate, message, clientKey: crypto.randomUUID() }),
      ),
    );
    const { conversationId } = JSON.parse(written);
    await send(
      ask(
        '/functions/v1/reply-to-message',
        as(candidate, { conversationId, message, clientKey: crypto.randomUUID() }),
      ),
    );
  }

  async function follow(person: string): Promise<WebSocket> {
    const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`;
    const { headers } = ask('');
    const socket = new WebSocket(address, { headers, perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'jobs' }] };
    const wish = { config, access_token: token(person) };
    const answer = new Promise((resolve) => socket.once('message', resolve));
    socket.send(JSON.stringify(['1', '1', 'realtime:bench', 'phx_join', wish]));
    if (!String(await answer).includes('"ok"')) throw new Error(String(await answer));
    return socket;
  }

  return { deal: dealer(kinds), follow, everybody };
}

/**
 * Deals the acts one by one, each kind evenly spread among the others, and counts each kind
 * separately.
 */
function dealer(kinds: readonly [share: number, act: Act][]) {
  const all = kinds.reduce((sum, [share]) => sum + share, 0);
  const hands = kinds.map(([share, act]) => ({ share, act, owed: 0, dealt: 0 }));
  return () => {
    for (const hand of hands) hand.owed += hand.share;
    const [next] = hands.toSorted((one, other) => other.owed - one.owed);
    if (!next) throw new Error('There are no acts.');
    next.owed -= all;
    next.dealt += 1;
    return next.act(next.dealt);
  };
}
