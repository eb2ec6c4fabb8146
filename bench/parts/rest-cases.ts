import type { Statement } from '#database/statement.ts';

export const person = '00000000-0000-4000-8000-0000000000aa';
export const session = '00000000-0000-4000-8000-0000000000bb';
const oneJob = '00000000-0000-4000-8000-000000000007';
/** Not among the newest jobs, whose notes the lists show in full. */
const remarkedJob = '00000000-0000-4000-8000-000000000500';

export type Case = {
  name: string;
  path: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  /** Besides the key and the token. */
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
  isSignedIn?: boolean;
  /** The same query, handwritten. */
  statement(url: URL, body: string): Statement;
};

const columns =
  'id, title, company, job_type, location, salary_range, application_deadline, created_at, is_active';
const selected = `select=${columns.replaceAll(' ', '')}`;
const newest = 'is_active=eq.true&order=created_at.desc&limit=20';
const counted = { prefer: 'count=exact' };

const list: Case = {
  name: 'list of 20 jobs',
  path: `jobs?${selected}&${newest}`,
  statement: () => ({
    name: 'bare list',
    text: `select coalesce(json_agg(j), '[]')::text as body from (select ${columns} from jobs
      where is_active = true order by created_at desc limit 20) j`,
  }),
};

/** The value of an `eq` filter. */
const given = (url: URL, name: string) => url.searchParams.get(name)?.slice('eq.'.length);

export const cases: Case[] = [
  list,
  {
    name: 'one job by id',
    path: `jobs?select=*&id=eq.${oneJob}&is_active=eq.true`,
    statement: (url) => ({
      name: 'bare one',
      text: `select coalesce(json_agg(j), '[]')::text as body
        from (select * from jobs where id = $1::uuid and is_active = true) j`,
      values: [given(url, 'id')],
    }),
  },
  {
    name: 'single object',
    path: `jobs?select=*&id=eq.${oneJob}`,
    headers: { accept: 'application/vnd.pgrst.object+json' },
    statement: (url) => ({
      name: 'bare single',
      text: 'select row_to_json(j)::text as body from jobs j where id = $1::uuid',
      values: [given(url, 'id')],
    }),
  },
  {
    name: 'list with count',
    path: list.path,
    headers: counted,
    statement: () => ({
      name: 'bare count',
      text: `select coalesce(json_agg(j), '[]')::text as body,
        (select count(*) from jobs where is_active = true) as total from (select ${columns} from jobs
        where is_active = true order by created_at desc limit 20) j`,
    }),
  },
  {
    name: 'HEAD with count',
    path: 'jobs?select=id&is_active=eq.true',
    method: 'HEAD',
    headers: counted,
    statement: () => ({
      name: 'bare head',
      text: 'select count(*) as total from jobs where is_active = true',
    }),
  },
  {
    name: 'search',
    path: `jobs?${selected}&or=(title.ilike.*number 9*,company.ilike.*nic 3*)&${newest}`,
    statement: () => ({
      name: 'bare search',
      text: `select coalesce(json_agg(j), '[]')::text as body from (select ${columns} from jobs
        where (title ilike $1 or company ilike $2) and is_active = true
        order by created_at desc limit 20) j`,
      values: ['%number 9%', '%nic 3%'],
    }),
  },
  {
    name: 'embedded resource',
    path: `jobs?select=id,title,job_remarks(id,words)&${newest}`,
    statement: () => ({
      name: 'bare embedded',
      text: `select coalesce(json_agg(j), '[]')::text as body from (
        select id, title, coalesce((select json_agg(r) from (
          select r.id, r.words from job_remarks r where r.job_id = jobs.id) r), '[]') as job_remarks
        from jobs where is_active = true order by created_at desc limit 20) j`,
    }),
  },
  {
    name: 'function',
    path: 'rpc/jobs_at?wanted=Clinic 7&select=id,title',
    statement: (url) => ({
      name: 'bare function',
      text: `select coalesce(json_agg(j), '[]')::text as body
        from (select id, title from jobs_at($1)) j`,
      values: [url.searchParams.get('wanted')],
    }),
  },
  { ...list, name: 'list, signed in', isSignedIn: true },
  {
    name: 'own rows',
    path: 'own_words?select=id,words&order=id&limit=20',
    isSignedIn: true,
    statement: () => ({
      name: 'bare own',
      text: `select coalesce(json_agg(o), '[]')::text as body
        from (select id, words from own_words order by id limit 20) o`,
    }),
  },
  {
    name: 'insert',
    path: 'job_remarks',
    method: 'POST',
    isSignedIn: true,
    body: { job_id: remarkedJob, author: person, words: 'A remark of ordinary length.' },
    statement: (_url, body) => {
      const { job_id, author, words } = JSON.parse(body);
      return {
        name: 'bare insert',
        text: 'insert into job_remarks (job_id, author, words) values ($1::uuid, $2::uuid, $3::text)',
        values: [job_id, author, words],
      };
    },
  },
  {
    name: 'update',
    path: 'own_words?id=eq.7',
    method: 'PATCH',
    isSignedIn: true,
    body: { words: 'Other words of ordinary length.' },
    statement: (url, body) => ({
      name: 'bare update',
      text: 'update own_words set words = $2::text where id = $1::bigint',
      values: [given(url, 'id'), JSON.parse(body).words],
    }),
  },
];

export const content = `
  insert into auth.users (id, email) values ('${person}', 'bench@people.example');
  insert into auth.sessions (id, user_id) values ('${session}', '${person}');
  insert into jobs (id, title, company, job_type, location, application_url, description,
    contact_name, contact_email, created_at, is_active, posted_by)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Job number ' || n, 'Clinic ' || n % 40,
    'Full-time', 'Durham, NC', 'https://clinic.example/' || n, repeat('What the work is about. ', 30),
    'Kim', 'kim@clinic.example', now() - n * interval '1 hour', n % 10 <> 0, '${person}'
  from generate_series(1, 1000) n;
  create table job_remarks (
    id bigint generated always as identity primary key,
    job_id uuid not null references jobs (id),
    author uuid not null,
    words text not null
  );
  create index on job_remarks (job_id);
  alter table job_remarks enable row level security;
  create policy "read" on job_remarks for select to anon, authenticated using (true);
  create policy "write" on job_remarks for insert to authenticated with check (author = (select auth.uid()));
  revoke all on job_remarks from anon, authenticated;
  grant select on job_remarks to anon, authenticated;
  grant insert (job_id, author, words) on job_remarks to authenticated;
  insert into job_remarks (job_id, author, words)
  select j.id, '${person}', 'A remark of ordinary length.' from jobs j, generate_series(1, 3);
  create table own_words (id bigint primary key, owner uuid not null, words text not null);
  alter table own_words enable row level security;
  create policy "own" on own_words to authenticated
    using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
  revoke all on own_words from anon, authenticated;
  grant select, update (words) on own_words to authenticated;
  insert into own_words select n, case when n <= 50 then '${person}'::uuid else gen_random_uuid() end,
    'Words of ordinary length.' from generate_series(1, 100) n;
  create function jobs_at(wanted text) returns setof jobs language sql stable
    as 'select * from jobs where company = wanted and is_active';
  grant execute on function jobs_at to anon, authenticated;
  analyze`;
