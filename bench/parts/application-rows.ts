/** The company that is queried, one of its postings and one of the people who applied to it. */
export const askedCompany = '00000000-0000-4000-b000-000000000000';
export const askedJob = '00000000-0000-4000-a000-000000000000';

/**
 * This many applications to one company, a fifth of them to the first of its twenty postings, and a
 * fifth as many to two hundred other companies: only the number of applications differs between
 * sizes. One statement per table, straight into the tables with their indexes and with triggers
 * disabled.
 */
export function applicationRows(size: number): string[] {
  const each = `generate_series(1, ${size}) as i`;
  const others = 200;
  const id = (letter: string, i: string) =>
    `('00000000-0000-4000-${letter}000-' || lpad(to_hex(${i}), 12, '0'))::uuid`;
  const person = (i: string) => id('9', i);
  const ago = `now() - interval '1 minute' * (i::float8 / ${size} * 60 * 1440)`;
  const postings = 20;
  const job = `case when i % 5 = 0 then 0 else 1 + i % ${postings} end`;
  const company = `'${askedCompany}'::uuid`;
  const state = `case when i % 200 = 17 then 'offer' when i % 100 = 18 then 'hired' when i % 20 = 13 then 'interview'
    when i % 30 = 14 then 'withdrawn' when i % 6 = 1 then 'declined' when i % 6 = 2 then 'review' else 'new' end`;
  const answered = `(${state}) in ('offer', 'hired', 'interview', 'declined')`;
  const answer = `case when i % 1000 = 13 then 'No' else 'Yes' end`;
  return [
    "set session_replication_role = 'replica'",
    // Indexes are built at the end, over all rows at once.
    `create temporary table made_later as select indexname, indexdef from pg_indexes
      where schemaname = 'public' and tablename = 'applications' and indexdef like 'CREATE INDEX%'`,
    `do $$ begin execute (select 'drop index ' || string_agg('public.' || indexname, ', ') from made_later); end $$`,
    `insert into auth.users (id, aud, role, email, email_proved_at, raw_app_meta_data, raw_user_meta_data)
      select ${person('i')}, 'authenticated', 'authenticated', 'person' || i || '@bench.example', now(), '{}',
        jsonb_build_object('full_name', 'Person ' || i) from generate_series(1, ${Math.max(size, others + 1)}) as i`,
    `insert into public.candidate_profiles (user_id, headline, verified)
      select ${person('i')}, 'Coder ' || i, case when i % 1000 = 3 then '[{"type": "CIHIS-L"}]'::jsonb else '[]' end
      from ${each} where i % 2 = 1`,
    `insert into public.companies (id, slug, name, public_since)
      select ${id('b', 'i')}, 'clinic-' || i, 'Clinic ' || i, now() from generate_series(0, ${others}) as i`,
    `insert into public.company_members (company_id, user_id, role, joined_at)
      select ${id('b', 'i')}, ${person('i + 1')}, 'admin', now() - interval '90 days'
      from generate_series(1, ${others}) as i`,
    `insert into public.jobs (id, title, company, company_id, location, job_type, applies_here, description, contact_name,
        contact_email, posted_by, created_at, published_at)
      select ${id('a', 'i')}, 'Denials analyst ' || i, 'Clinic 0', ${company}, 'Durham, NC', 'full-time', true,
        rtrim(repeat('Words of the job. ', 20)), 'Bench', 'bench@bench.example', ${person('1')},
        now() - interval '59 days', now() - interval '59 days' from generate_series(0, ${postings}) as i
      union all
      select ${id('a', `${postings} + i`)}, 'Coder ' || i, 'Clinic ' || i, ${id('b', 'i')}, 'Nome, AK', 'full-time', true,
        rtrim(repeat('Words of the job. ', 20)), 'Bench', 'bench@bench.example', ${person('1')},
        now() - interval '59 days', now() - interval '59 days' from generate_series(1, ${others}) as i`,
    `insert into public.job_activity (job_id, day, views)
      select j.id, current_date - d, 10 from public.jobs as j, generate_series(1, 30) as d`,
    `insert into public.applications (id, job_id, job_title, company_id, company_name, applicant_id, name, email, place, note,
        answers, meets_needs, state, state_at, applied_at, answered_at, looked_at, spam_at, silence_told_at, stars, is_verified)
      select ${id('c', 'i')}, ${id('a', job)}, 'Denials analyst', ${company}, 'Clinic 0',
        case when i % 2 = 1 then ${person('i')} end,
        case when i % 2000 = 7 then 'Philippa' when i % 2 = 0 then 'Anna' else 'Thomas' end || ' Bench' || i,
        'person' || i || '@bench.example',
        case when i % 2000 = 7 then 'Nome, AK' when i % 3 = 0 then 'Durham, NC' else 'Boston, MA' end,
        'I would like to work with you.',
        jsonb_build_array(jsonb_build_object('question', 'Do you hold a license?', 'answer', ${answer}, 'meets', i % 1000 <> 13)),
        i % 1000 <> 13, ${state}, ${ago}, ${ago}, case when ${answered} then now() end,
        case when i % 2 = 0 then now() end, case when i % 1000 = 11 then now() end,
        case when not ${answered} and i > ${size} / 4 then now() - interval '1 day' end,
        case when i % 1000 = 5 then 1 else 0 end, i % 1000 = 3
      from ${each}`,
    // The same people applied elsewhere too; the first of them ten times.
    `insert into public.applications (id, job_id, job_title, company_id, company_name, applicant_id, name, email, place,
        state, applied_at)
      select ${id('d', 'i')}, ${id('a', `${postings} + 1 + i % ${others}`)}, 'Coder', ${id('b', `1 + i % ${others}`)}, 'Clinic',
        case when i % 2 = 1 then ${person('i')} end, 'Anna Bench' || i, 'elsewhere' || i || '@bench.example', 'Durham, NC',
        'new', ${ago} from generate_series(1, ${Math.ceil(size / 5)}) as i`,
    `insert into public.applications (job_id, job_title, company_id, company_name, applicant_id, name, email, state, applied_at)
      select j.id, j.title, j.company_id, j.company, ${person('77')}, 'Thomas Bench', 'person77@bench.example', 'new', now()
      from (select * from public.jobs order by id limit 10) as j on conflict do nothing`,
    `insert into public.application_events (application_id, kind, state, at)
      select ${id('c', 'i')}, 'applied', 'new', ${ago} from ${each}`,
    `insert into public.application_stars (application_id, user_id)
      select ${id('c', 'i')}, ${person('1')} from ${each} where i % 1000 = 5`,
    `insert into public.application_notes (application_id, author_id, body)
      select ${id('c', 'i')}, ${person('1')}, 'Called.' from ${each} where i % 10 = 5`,
    `do $$ begin execute (select string_agg(indexdef, '; ') from made_later); end $$`,
    'reset session_replication_role',
  ];
}
