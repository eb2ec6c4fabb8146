-- What became of a posting, by day. Nothing in it is about whoever looked or clicked.
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

-- Which mails about a posting were asked for: the confirmation once, the one before its end once an end.
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

-- Links that renew a posting, as hashes only.
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

-- Finds what ends soon.
create index jobs_ends_at_idx on public.jobs (ends_at) where is_active and hidden_at is null;
