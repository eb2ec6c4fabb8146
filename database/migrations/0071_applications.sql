-- Applications: how people apply on this site, and what becomes of it. Decision 97.

-- Where people apply: on the employer's own site, as the specification has it, or here.
alter table public.jobs add column applies_here boolean not null default false;
alter table public.jobs alter column application_url drop not null;
-- Up to five: [{ question, kind: yes-no | choice | text, options, needed, wanted }]. `wanted`: the answers with
-- which it goes on, or none for any; that is said to whoever applies, and declines nobody by itself. An
-- application keeps the questions as they were asked.
alter table public.jobs add column questions jsonb not null default '[]';
grant select (applies_here, questions), insert (applies_here, questions), update (applies_here, questions)
  on public.jobs to authenticated;
grant select (applies_here, questions) on public.jobs to anon;

create table public.resumes (
  id uuid primary key default gen_random_uuid(),
  -- Null: a guest's.
  user_id uuid references auth.users (id) on delete cascade,
  file_name text not null check (char_length(file_name) between 1 and 120),
  type text not null check (type in ('application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  bytes integer not null check (bytes between 1 and 5242880),
  -- Its object in the bucket `resumes`.
  object_name text not null unique check (char_length(object_name) <= 200),
  -- The one that goes with the next application of the person.
  is_current boolean not null default false,
  created_at timestamptz not null default now()
);
create index resumes_user_id on public.resumes (user_id);
create unique index resumes_current on public.resumes (user_id) where is_current;

create table public.applications (
  id uuid primary key default gen_random_uuid(),
  -- Null: the posting was removed; what it was called stays.
  job_id uuid references public.jobs (id) on delete set null,
  job_title text not null check (char_length(job_title) between 1 and 200),
  company_id uuid not null references public.companies (id) on delete cascade,
  company_name text not null check (char_length(company_name) between 1 and 200),
  -- Null: a guest, known by the address that they have proved.
  applicant_id uuid references auth.users (id) on delete set null,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (email = lower(email) and email like '%_@_%' and char_length(email) <= 255),
  phone text check (char_length(phone) between 1 and 40),
  place text check (char_length(place) between 1 and 100),
  note text not null default '' check (char_length(note) <= 2000),
  -- What of the profile was sent, as it was then.
  profile jsonb check (jsonb_typeof(profile) = 'object' and pg_column_size(profile) < 65536),
  -- [{ question, answer, meets }], as they were asked.
  answers jsonb not null default '[]' check (jsonb_typeof(answers) = 'array' and jsonb_array_length(answers) <= 5),
  meets_needs boolean not null default true,
  resume_id uuid references public.resumes (id) on delete set null,
  -- `unconfirmed`: a guest has not opened the link yet. Nobody else sees it, and it goes after a day.
  state text not null default 'unconfirmed' check (state in
    ('unconfirmed', 'new', 'review', 'interview', 'offer', 'hired', 'declined', 'withdrawn')),
  state_at timestamptz not null default now(),
  applied_at timestamptz not null default now(),
  -- The first message, interview, offer or decline.
  answered_at timestamptz,
  looked_at timestamptz,
  -- Said by the company; does not count for how fast it answers.
  spam_at timestamptz,
  -- Both sides were told that there was no answer for 14 days.
  silence_told_at timestamptz,
  -- The person has left; the company still has it for so long.
  leaves_at timestamptz,
  constraint applications_whose check (applicant_id is not null or state = 'unconfirmed' or email is not null)
);
create unique index applications_once on public.applications (job_id, applicant_id) where applicant_id is not null;
-- What nobody has confirmed is nobody's, and keeps nobody from applying.
create unique index applications_once_by_address on public.applications (job_id, email)
  where state <> 'unconfirmed';
create index applications_applicant on public.applications (applicant_id, applied_at desc, id desc);
create index applications_resume_id on public.applications (resume_id);
create index applications_of_job on public.applications (job_id, state, applied_at desc, id desc);
create index applications_of_company on public.applications (company_id, state, applied_at desc, id desc);
create index applications_newest on public.applications (company_id, applied_at desc, id desc);
create index applications_unconfirmed on public.applications (applied_at) where state = 'unconfirmed';
create index applications_unanswered on public.applications (applied_at)
  where answered_at is null and silence_told_at is null and state in ('new', 'review');
create index applications_leaving on public.applications (leaves_at) where leaves_at is not null;

-- What became of it: append-only, seen by both sides.
create table public.application_events (
  id bigint generated always as identity primary key,
  application_id uuid not null references public.applications (id) on delete cascade,
  at timestamptz not null default now(),
  kind text not null check (kind in ('applied', 'state', 'message', 'closed', 'silent', 'withdrawn')),
  state text,
  -- Who of the company; null: the applicant or the site.
  made_by uuid references auth.users (id) on delete set null
);
create index application_events_of on public.application_events (application_id, at desc, id desc);
create index application_events_made_by on public.application_events (made_by);

-- The team's own: the applicant never sees these.
create table public.application_notes (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references public.applications (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null default auth.uid(),
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index application_notes_of on public.application_notes (application_id, created_at desc);
create index application_notes_author on public.application_notes (author_id);
create table public.application_stars (
  application_id uuid not null references public.applications (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade default auth.uid(),
  primary key (application_id, user_id)
);
create index application_stars_user_id on public.application_stars (user_id);

alter table public.resumes enable row level security;
alter table public.applications enable row level security;
alter table public.application_events enable row level security;
alter table public.application_notes enable row level security;
alter table public.application_stars enable row level security;
revoke all on public.resumes, public.applications, public.application_events,
  public.application_notes, public.application_stars from anon, authenticated;

-- The applicant reads by functions: some of a row is the company's alone.
create policy "people read the applications to their company" on public.applications for select to authenticated
  using (state <> 'unconfirmed' and company_id = any ((select private.own_companies('viewer'))::uuid[]));
create policy "who sees an application sees what became of it" on public.application_events
  for select to authenticated
  using (exists (select from public.applications as a where a.id = application_id));
create policy "people read their own resumes" on public.resumes for select to authenticated
  using (user_id = (select auth.uid()));
create policy "companies read the resumes that were sent to them" on public.resumes for select to authenticated
  using (exists (select from public.applications as a where a.resume_id = resumes.id
    and a.state <> 'unconfirmed' and a.company_id = any ((select private.own_companies('viewer'))::uuid[])));

-- The applicant is no member of the company's team, even where they work for it.
create function private.own_side_of(application uuid, minimum text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.applications as a where a.id = application and a.state <> 'unconfirmed'
    and a.applicant_id is distinct from auth.uid()
    and a.company_id = any (private.own_companies(minimum)))
$$;
revoke execute on function private.own_side_of(uuid, text) from public;
grant execute on function private.own_side_of(uuid, text) to authenticated;
create policy "the team reads its notes" on public.application_notes for select to authenticated
  using (private.own_side_of(application_id, 'viewer'));
create policy "recruiters write notes" on public.application_notes for insert to authenticated
  with check (author_id = (select auth.uid()) and private.own_side_of(application_id, 'recruiter'));
create policy "people remove their own notes" on public.application_notes for delete to authenticated
  using (author_id = (select auth.uid()) and private.own_side_of(application_id, 'recruiter'));
create policy "the team reads its stars" on public.application_stars for select to authenticated
  using (private.own_side_of(application_id, 'viewer'));
create policy "people star" on public.application_stars for insert to authenticated
  with check (user_id = (select auth.uid()) and private.own_side_of(application_id, 'recruiter'));
create policy "people take their stars back" on public.application_stars for delete to authenticated
  using (user_id = (select auth.uid()));

grant select on public.applications, public.application_events, public.application_notes,
  public.application_stars to authenticated;
grant select (id, user_id, file_name, type, bytes, object_name, is_current, created_at) on public.resumes to authenticated;
grant delete on public.application_notes, public.application_stars to authenticated;
grant insert (application_id, body) on public.application_notes to authenticated;
grant insert (application_id) on public.application_stars to authenticated;

create trigger before_1_plain_text before insert or update on public.resumes
  for each row execute function private.make_plain_text();
create trigger before_1_plain_text before insert or update on public.applications
  for each row execute function private.make_plain_text();
create trigger before_1_plain_text before insert or update on public.application_notes
  for each row execute function private.make_plain_text();
