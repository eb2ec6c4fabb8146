import { findRunning } from '#database/embedded/embedded.ts';
import { withClient } from '#database/open-client.ts';
import { demoEmployer, demoMember, demoPassword } from '#database/seed/demo-people.ts';

const size = 50;
const idOf = (kind: number, n: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const members = Array.from({ length: size }, (_, n) => idOf(1, n));
export const candidates = Array.from({ length: size }, (_, n) => idOf(2, n));
/** Each gets one application from each candidate, who may send thirty a day. */
export const openJobs = Array.from({ length: 30 }, (_, n) => idOf(3, n));

export const mailOf = (person: string) => `${person}@bench.example`;

/**
 * Besides the demo people, fifty members and fifty candidates who sign in like them, and jobs to
 * apply for.
 */
export async function addCrowd(dataDir: string) {
  const admin = findRunning(dataDir);
  if (!admin) throw new Error(`No site runs on ${dataDir}.`);
  await withClient(admin, async (client) => {
    await client.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, email_proved_at,
          raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
        select person, 'authenticated', 'authenticated', person || '@bench.example', demo.encrypted_password, now(), now(),
          demo.raw_app_meta_data, '{"full_name":"Bench Person"}', now(), now()
        from unnest($1::uuid[]) as person, auth.users as demo where demo.id = $2`,
      [[...members, ...candidates], demoMember.id],
    );
    await client.query(
      `insert into public.subscriptions (user_id, product_id, status, current_period_end)
        select id, 'prod_bench', 'active', now() + interval '1 day' from unnest($1::uuid[]) as id`,
      [members],
    );
    await client.query(
      `insert into public.employers (user_id, company) select id, 'Practice ' || id from unnest($1::uuid[]) as id`,
      [members],
    );
    await client.query(
      `insert into public.candidate_profiles (user_id, headline, public_profile)
        select id, 'CDI Specialist', true from unnest($1::uuid[]) as id`,
      [candidates],
    );
    await client.query(
      `insert into public.jobs (id, title, company, job_type, location, description, contact_name, contact_email,
          posted_by, applies_here)
        select id, 'Denials Analyst', 'Piedmont Valley Health', 'Full-time', 'Charlotte, NC',
          'Find the root causes behind payer denials and write the appeals.', 'Kim', 'kim@clinic.example', $2, true
        from unnest($1::uuid[]) as id`,
      [openJobs, demoEmployer.id],
    );
  });
}

export type Asked = {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
};

/** The requests of the crowd, each from a client address of its own, as a proxy would report it. */
export function requestsOf(apikey: string) {
  let clients = 0;
  function ask(
    path: string,
    { token, body, method }: Partial<Record<'token' | 'method', string>> & { body?: object } = {},
  ): Asked {
    clients += 1;
    return {
      path,
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        apikey,
        'x-forwarded-for': `198.${18 + ((clients >> 16) & 1)}.${(clients >> 8) & 255}.${clients & 255}`,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  }
  return {
    ask,
    signIn: (email: string) =>
      ask('/auth/v1/token?grant_type=password', { body: { email, password: demoPassword } }),
    refresh: (refresh_token: string) =>
      ask('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } }),
  };
}
