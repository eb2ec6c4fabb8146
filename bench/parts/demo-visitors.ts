import { demoPassword } from '#database/seed/demo-people.ts';
import type { Session } from './visit.ts';

/** Signs in the demo people, and gives them something to see. */
export async function demoVisitors(url: string) {
  const { supabaseKey } = await (await fetch(`${url}/config.json`)).json();

  async function ask(path: string, token?: string, body?: object) {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        apikey: supabaseKey,
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }
  const signIn = (name: string) =>
    ask('/auth/v1/token?grant_type=password', undefined, {
      email: `${name}@demo.example`,
      password: demoPassword,
    });

  const [employer, candidate, member] = await Promise.all(
    ['employer', 'candidate', 'member'].map(signIn),
  );
  const [job] = await ask('/rest/v1/jobs?select=id&is_active=is.true&order=id&limit=1');
  const [ownJob] = await ask(
    `/rest/v1/jobs?select=id&posted_by=eq.${employer.user.id}&order=id&limit=1`,
    employer.access_token,
  );
  const candidates: { id: string; user_id: string }[] = await ask(
    '/rest/v1/candidate_profiles?select=id,user_id&public_profile=is.true',
    member.access_token,
  );
  const written = candidates.find(({ user_id }) => user_id === candidate.user.id);
  const profile = (written ?? candidates[0])?.id ?? '';
  const { conversationId } = await ask(
    '/functions/v1/send-candidate-message',
    member.access_token,
    {
      candidateId: profile,
      message: 'We look for somebody who reviews coding with AI at her side.',
      clientKey: crypto.randomUUID(),
    },
  );
  await ask('/rest/v1/saved_candidates', member.access_token, {
    user_id: member.user.id,
    profile_id: profile,
  });

  await ask('/rest/v1/saved_jobs', candidate.access_token, {
    user_id: candidate.user.id,
    job_id: job.id,
  });

  // The storage key of the official client.
  const key = `sb-${new URL(url).hostname.split('.')[0]}-auth-token`;
  const sessionOf = (person: object, memberId?: string): Session => ({
    key,
    value: JSON.stringify(person),
    memberId,
  });
  return {
    ids: { job: job.id, ownJob: ownJob.id, candidate: profile, conversation: conversationId },
    sessions: {
      employer: sessionOf(employer),
      candidate: sessionOf(candidate),
      member: sessionOf(member, member.user.id),
    },
  };
}
