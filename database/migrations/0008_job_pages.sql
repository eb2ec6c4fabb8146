-- The page of one job, also when it is over, and what came of it.

-- Jobs that have a page: those that are over too, not those that staff hid or whose poster is banned. For
-- what runs past the policies; renewing locks the row.
create view private.jobs_with_page with (security_invoker = true) as
  select j.* from public.jobs as j
  where j.hidden_at is null and j.posted_by not in (select private.banned_people());
grant select, update on private.jobs_with_page to service_role;

-- What anybody who has the address may see. A job that is over keeps its content and loses what only serves
-- to apply; one that is gone is its id; one that staff hid, or whose poster is banned, is no row, as if it
-- never was.
create function public.job_page(job_id uuid)
returns table (
  status text, id uuid, title text, company text, job_type text, location text, salary_range text,
  application_deadline date, application_url text, description text, requirements text,
  benefits text, contact_name text, contact_email text, contact_phone text, created_at timestamptz,
  workplace text, city text, region text, country text, salary_from numeric, salary_to numeric,
  salary_currency text, salary_period text, published_at timestamptz, ends_at timestamptz,
  updated_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select s.status, j.id, j.title, j.company, j.job_type, j.location, j.salary_range,
    j.application_deadline, case when s.status = 'live' then j.application_url end, j.description,
    j.requirements, j.benefits, case when s.status = 'live' then j.contact_name end,
    case when s.status = 'live' then j.contact_email end,
    case when s.status = 'live' then j.contact_phone end, j.created_at, j.workplace, j.city,
    j.region, j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period,
    j.published_at, j.ends_at, j.updated_at
  from public.jobs as j, private.job_status(j) as s (status)
  where j.id = job_id and s.status not in ('hidden', 'paused')
  union all
  select 'removed', r.id, null, null, null, null, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, null
  from public.removed_jobs as r where r.id = job_id
$$;
grant execute on function public.job_page(uuid) to anon, authenticated;

-- Up to four live jobs like this one: words of its title, its type, its place, among the newest 500.
create function public.similar_jobs(job_id uuid)
returns table (id uuid, title text, company text, job_type text, location text, salary_range text,
  created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with this as (
    select j.*, regexp_split_to_array(lower(j.title), '\W+') as words
    from private.jobs_with_page as j where j.id = job_id
  ), board as materialized (
    select j.* from private.live_jobs as j
    order by is_featured desc, created_at desc, id desc limit 500
  ), ranked as (
    select board.*,
      (select count(distinct word) from unnest(this.words) as word
        where char_length(word) > 2
          and word = any (regexp_split_to_array(lower(board.title), '\W+'))) as shared,
      (board.job_type = this.job_type)::int + (board.location = this.location)::int as alike
    from board, this where board.id <> this.id
  )
  select id, title, company, job_type, location, salary_range, created_at
  from ranked where shared > 0 or alike > 0
  order by 3 * shared + alike desc, created_at desc, id desc limit 4
$$;
grant execute on function public.similar_jobs(uuid) to anon, authenticated;

-- What became of a job, by day. Nothing in it is about whoever looked or clicked.
create table public.job_activity (
  job_id uuid not null references public.jobs (id) on delete cascade,
  day date not null,
  views integer not null default 0
    constraint job_activity_views_natural check (views >= 0),
  apply_clicks integer not null default 0
    constraint job_activity_apply_clicks_natural check (apply_clicks >= 0),
  primary key (job_id, day)
);
alter table public.job_activity enable row level security;
create policy "posters read what became of their jobs" on public.job_activity
  for select to authenticated
  using (exists (select from public.jobs as j
    where j.id = job_id and j.posted_by = (select auth.uid())));
revoke all on public.job_activity from anon, authenticated;
grant select (job_id, day, views, apply_clicks) on public.job_activity to authenticated;

-- Who clicked lately, as a hash with a key that changes every day, for as long as it is needed to
-- count a person once: half an hour.
create unlogged table public.job_click_marks (
  mark text primary key
    constraint job_click_marks_shape check (char_length(mark) <= 64),
  ends_at timestamptz not null
);
create index job_click_marks_ends_at_idx on public.job_click_marks (ends_at);
alter table public.job_click_marks enable row level security;
revoke all on public.job_click_marks from anon, authenticated;

-- Which mails about a job were asked for: the confirmation once, the one before its end once an end.
create table public.job_mails (
  job_id uuid not null references public.jobs (id) on delete cascade,
  kind text not null
    constraint job_mails_kind_known check (kind in ('job-posted', 'job-ending')),
  about timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (job_id, kind, about)
);
alter table public.job_mails enable row level security;
revoke all on public.job_mails from anon, authenticated;

-- The newest job that the caller posted within the hour, or the one that they name. Whoever has not shown
-- that they read their mailbox causes no mail to others.
create function private.job_to_confirm(named uuid, called text)
returns table (id uuid, contact_email text, own_email text, may_write_to_others boolean,
  is_confirmed boolean)
language sql stable security definer set search_path = '' as $$
  select j.id, lower(j.contact_email), lower(u.email), auth.has_proved_mailbox(u.id),
    exists (select from public.job_mails as m where m.job_id = j.id and m.kind = 'job-posted')
  from public.jobs as j join auth.users as u on u.id = j.posted_by
  where j.posted_by = (select auth.uid()) and j.created_at > now() - interval '1 hour'
    and j.hidden_at is null and (named is null or j.id = named) and (called is null or j.title = called)
  order by j.created_at desc limit 1
$$;

-- Orders the mail, once. Answers whether it did.
create function private.confirm_job(job uuid, receiver text) returns boolean
language plpgsql volatile strict security definer set search_path = '' as $$
begin
  insert into public.job_mails (job_id, kind, about)
    select j.id, 'job-posted', j.created_at
    from private.job_to_confirm(job, null) as mine join public.jobs as j on j.id = mine.id
    where receiver = mine.own_email or (receiver = mine.contact_email and mine.may_write_to_others)
    on conflict do nothing;
  if not found then return false; end if;
  perform queue.add('job-mail',
    json_build_object('kind', 'job-posted', 'jobId', job, 'to', receiver));
  return true;
end
$$;
grant execute on function private.job_to_confirm(uuid, text), private.confirm_job(uuid, text)
  to authenticated;

-- Links that renew a job, as hashes only.
create table public.job_renewal_tokens (
  token_hash text primary key
    constraint job_renewal_tokens_hash_shape check (token_hash ~ '^[0-9a-f]{64}$'),
  job_id uuid not null references public.jobs (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index job_renewal_tokens_job_id_idx on public.job_renewal_tokens (job_id);
alter table public.job_renewal_tokens enable row level security;
revoke all on public.job_renewal_tokens from anon, authenticated;
