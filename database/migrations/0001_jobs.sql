-- The job board's postings. Everybody reads the active ones; a person manages their own.
create table public.jobs (
  id uuid primary key default gen_random_uuid(),
  title text not null
    constraint jobs_title_length check (char_length(title) between 3 and 100 and title = btrim(title)),
  company text not null
    constraint jobs_company_length check (char_length(company) between 2 and 100),
  job_type text not null default 'Full-time'
    constraint jobs_job_type_known
    check (job_type in ('Full-time', 'Part-time', 'Contract', 'Remote', 'Other')),
  location text not null
    constraint jobs_location_length check (char_length(location) between 2 and 100),
  salary_range text
    constraint jobs_salary_range_length check (char_length(salary_range) between 1 and 100),
  application_deadline date,
  application_url text not null
    constraint jobs_application_url_web
    check (char_length(application_url) <= 500 and application_url ~* '^https?://[^\s/?#]+'),
  description text not null
    constraint jobs_description_length check (char_length(description) between 50 and 5000),
  requirements text
    constraint jobs_requirements_length check (char_length(requirements) between 1 and 3000),
  benefits text
    constraint jobs_benefits_length check (char_length(benefits) between 1 and 2000),
  contact_name text not null
    constraint jobs_contact_name_length check (char_length(contact_name) between 2 and 100),
  contact_email text not null
    constraint jobs_contact_email_shape
    check (char_length(contact_email) <= 255 and contact_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  contact_phone text
    constraint jobs_contact_phone_length check (char_length(contact_phone) between 1 and 50),
  created_at timestamptz not null default now(),
  is_active boolean not null default true,
  posted_by uuid not null references auth.users (id) on delete cascade
);

create index jobs_active_newest_idx on public.jobs (created_at desc, id) where is_active;
create index jobs_posted_by_idx on public.jobs (posted_by);

alter table public.jobs enable row level security;

create policy "everybody reads active jobs" on public.jobs
  for select to anon, authenticated using (is_active);
create policy "posters read their own jobs" on public.jobs
  for select to authenticated using (posted_by = (select auth.uid()));
create policy "people post in their own name" on public.jobs
  for insert to authenticated with check (posted_by = (select auth.uid()));
create policy "posters change their own jobs" on public.jobs
  for update to authenticated
  using (posted_by = (select auth.uid())) with check (posted_by = (select auth.uid()));
create policy "posters delete their own jobs" on public.jobs
  for delete to authenticated using (posted_by = (select auth.uid()));

-- Supabase grants every new table to the API's roles; start from nothing and name the columns.
revoke all on public.jobs from anon, authenticated;
grant select (id, title, company, job_type, location, salary_range, application_deadline,
  application_url, description, requirements, benefits, contact_name, contact_email, contact_phone,
  created_at, is_active, posted_by) on public.jobs to anon, authenticated;
grant insert (title, company, job_type, location, salary_range, application_deadline,
  application_url, description, requirements, benefits, contact_name, contact_email, contact_phone,
  is_active, posted_by) on public.jobs to authenticated;
grant update (title, company, job_type, location, salary_range, application_deadline,
  application_url, description, requirements, benefits, contact_name, contact_email, contact_phone,
  is_active) on public.jobs to authenticated;
grant delete on public.jobs to authenticated;
