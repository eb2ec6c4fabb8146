import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { createCandidates, type Person } from '#test/support/candidates.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openBrowser, randomAddress } from '#test/support/people.ts';
import { asBlob, picture } from '#test/support/pictures.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { noticeEndingJobs } from '../jobs/job-mails.ts';

const { actors, call, database, fetch, post, bugs } = await openTestApi();
const { admin } = openBrowser(call, { key: testKeys.secretKey }).auth;
const { candidate, send, reply } = createCandidates(actors);
const visitor = actors.anonymous.client;

const ban = (person: Person, ban_duration = '24h') =>
  admin.updateUserById(person.id, { ban_duration });

/** Ends the ban, as if a day had passed. */
const lapse = ({ id }: Person) =>
  database.asService.query({
    text: "update auth.users set banned_until = now() - interval '1 second' where id = $1",
    values: [id],
  });

/** A poster with one job whose title is unique. */
async function posterWithJob(changes: Record<string, unknown> = {}) {
  const poster = await actors.signedIn();
  const title = `Denials Analyst ${crypto.randomUUID().slice(0, 8)}`;
  const [id = ''] = await storeJobs(database, [jobRow(poster.id, { title, ...changes })]);
  return { poster, id, title };
}

/** Everywhere that a visitor or another person could see a job. */
async function placesOf({ id, title }: { id: string; title: string }) {
  const [byId, board, rare, page, addresses, count] = await Promise.all([
    visitor.from('jobs').select('id').eq('id', id),
    visitor.rpc('search_jobs', {}),
    visitor.rpc('search_jobs', { q: title.slice(-8) }),
    visitor.rpc('job_page', { job_id: id }),
    visitor.rpc('list_job_addresses', {}),
    visitor.rpc('search_jobs', { q: title, type: 'Full-time' }),
  ]);
  return {
    'read by id': byId.data?.length === 1,
    'on the board': board.data?.some((job) => job.id === id),
    'found by its title': rare.data?.length === 1,
    'has its page': page.data?.length === 1,
    'in the sitemap': addresses.data?.some((line: string) => line.startsWith(id)),
    counted: count.data?.[0]?.matches === 1,
  };
}

const all = (value: boolean) => ({
  'read by id': value,
  'on the board': value,
  'found by its title': value,
  'has its page': value,
  'in the sitemap': value,
  counted: value,
});

describe('the jobs of a banned person', () => {
  it('leave the board at once, and come back when the ban is lifted or expires', async () => {
    const job = await posterWithJob();
    expect(await placesOf(job)).toEqual(all(true));
    await ban(job.poster);
    expect(await placesOf(job)).toEqual(all(false));
    await ban(job.poster, 'none');
    expect(await placesOf(job)).toEqual(all(true));
    await ban(job.poster);
    await lapse(job.poster);
    expect(await placesOf(job)).toEqual(all(true));
  });

  it('have no page, not even after they have ended', async () => {
    const job = await posterWithJob({ is_active: false, closed_at: '2026-01-01' });
    const page = async () => (await visitor.rpc('job_page', { job_id: job.id })).data;
    expect(await page()).toMatchObject([{ status: 'closed' }]);
    await ban(job.poster);
    expect(await page()).toEqual([]);
  });

  it('are not suggested beside other jobs', async () => {
    const location = `Town ${crypto.randomUUID().slice(0, 8)}`;
    const [one, other] = [await posterWithJob({ location }), await posterWithJob({ location })];
    const proposed = async () =>
      (await visitor.rpc('similar_jobs', { job_id: one.id })).data?.map(({ id }) => id);
    expect(await proposed()).toContain(other.id);
    await ban(other.poster);
    expect(await proposed()).not.toContain(other.id);
  });

  it('stay in the lists of people who saved them, paused and without a way to apply', async () => {
    const { poster, id } = await posterWithJob();
    const reader = await actors.signedIn();
    await reader.client.rpc('save_jobs', { ids: [id] });
    await ban(poster);
    const saved = async () => (await reader.client.rpc('list_saved_jobs')).data;
    expect(await saved()).toMatchObject([{ id, status: 'paused', application_url: null }]);
    const another = await actors.signedIn();
    expect((await another.client.rpc('save_jobs', { ids: [id] })).data).toBe(0);
    await lapse(poster);
    expect(await saved()).toMatchObject([{ id, status: 'live' }]);
  });

  it('count no clicks, accept no reports and cannot be renewed by a link', async () => {
    const { poster, id } = await posterWithJob({
      published_at: new Date(Date.now() - 57 * 86_400_000),
    });
    const { rows } = await database.asService.query<{ email: string }>({
      text: 'select email from auth.users where id = $1',
      values: [poster.id],
    });
    const email = rows[0]?.email ?? '';
    await noticeEndingJobs(database);
    const [mail] = await post.sentTo(email);
    const token = mail?.text.match(/\/job\/renew\?token=([\w-]+)/)?.[1];
    await ban(poster);
    expect(await invoke('report-job', { jobId: id, reason: 'scam' })).toBe(404);
    expect(await invoke('renew-job', { token })).toBe(404);
    await invoke('track-job-click', { jobId: id });
    const clicks = await database.asService.query({
      text: 'select from public.job_activity where job_id = $1',
      values: [id],
    });
    expect(clicks.rowCount).toBe(0);
    await lapse(poster);
    expect(await invoke('renew-job', { token })).toBe(200);
  });

  it('queue no emails during the ban, and one after it', async () => {
    const { poster, id } = await posterWithJob({
      published_at: new Date(Date.now() - 57 * 86_400_000),
    });
    await ban(poster);
    await noticeEndingJobs(database);
    const asked = () =>
      database.asService.query({
        text: 'select from public.job_mails where job_id = $1',
        values: [id],
      });
    expect((await asked()).rowCount).toBe(0);
    await lapse(poster);
    await noticeEndingJobs(database);
    expect((await asked()).rowCount).toBe(1);
  });
});

describe('the profile of a banned person', () => {
  it('leaves search, saved candidates and pictures at once, and comes back', async () => {
    const member = await actors.member();
    const headline = `Coder ${crypto.randomUUID().slice(0, 8)}`;
    const person = await candidate({ headline });
    await member.client
      .from('saved_candidates')
      .insert({ user_id: member.id, profile_id: person.profileId, note: 'good' });
    const seen = async () => {
      const [read, found, counted, saved] = await Promise.all([
        member.client.from('candidate_profiles').select('id').eq('id', person.profileId),
        member.client.rpc('search_candidates', { q: headline }),
        member.client.rpc('count_candidates', { q: headline }),
        member.client.from('saved_candidates').select('note'),
      ]);
      return [
        read.data?.length,
        found.data?.length,
        counted.data?.[0]?.matches,
        saved.data?.length,
      ];
    };
    expect(await seen()).toEqual([1, 1, 1, 1]);
    await ban(person);
    expect(await seen()).toEqual([0, 0, 0, 0]);
    await lapse(person);
    expect(await seen()).toEqual([1, 1, 1, 1]);
  });

  it('receives no messages, in new or existing conversations', async () => {
    const [member, other] = [await actors.member(), await actors.member()];
    const person = await candidate();
    const { conversationId } = await send(member, person, 'Good morning to you.');
    await reply(person, conversationId, 'Good morning.');
    await ban(person);
    expect((await send(other, person, 'Good morning to you.')).code).toBe('candidate_not_found');
    expect((await reply(member, conversationId, 'Are you there?')).code).toBe(
      'conversation_closed',
    );
    expect((await listOf(member))[0]).toMatchObject({ profile_id: null });
    await ban(person, 'none');
    expect((await reply(member, conversationId, 'Are you there?')).status).toBe(200);
  });

  it('gets no answers as a member either, and none of their emails are sent', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, 'Good morning to you.');
    await ban(member);
    const { rows } = await database.asService.query<{ email: string }>({
      text: 'select email from auth.users where id = $1',
      values: [person.id],
    });
    expect(await post.sentTo(rows[0]?.email ?? '')).toEqual([]);
    expect((await reply(person, conversationId, 'Good morning.')).code).toBe('conversation_closed');
  });
});

describe('a URL signed by somebody who is now banned', () => {
  it('opens nothing during the ban', async () => {
    const person = await actors.signedIn();
    const pictures = person.client.storage.from('avatars');
    const name = `${person.id}/${crypto.randomUUID()}.png`;
    expect((await pictures.upload(name, asBlob(await picture('png')))).error).toBeNull();
    const { data } = await pictures.createSignedUrl(name, 600);
    const { data: small } = await pictures.createSignedUrl(name, 600, { transform: { width: 16 } });
    const open = () =>
      Promise.all(
        [data, small].map(async (one) => (await call(new Request(one?.signedUrl ?? ''))).status),
      );
    expect(await open()).toEqual([200, 200]);
    await ban(person);
    expect(await open()).toEqual([404, 404]);
    await lapse(person);
    expect(await open()).toEqual([200, 200]);
  });
});

const listOf = async (person: Actor) => (await person.client.rpc('list_conversations')).data ?? [];

async function invoke(name: string, body: object): Promise<number> {
  const headers = {
    'x-client-address': randomAddress(),
    'user-agent': 'Mozilla/5.0 Firefox/140.0',
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`/functions/v1/${name}`, init)).status;
}

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
