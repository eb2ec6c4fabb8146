-- What visitors told staff about a posting. Who told it is not kept.
create table public.job_reports (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references public.jobs (id) on delete cascade,
  reason text not null
    constraint job_reports_reason_known
    check (reason in ('scam', 'misleading', 'discriminating', 'not-a-job', 'over', 'other')),
  note text
    constraint job_reports_note_length check (char_length(note) between 1 and 1000),
  created_at timestamptz not null default now(),
  handled_at timestamptz
);
create index job_reports_job_id_idx on public.job_reports (job_id);
create index job_reports_waiting_idx on public.job_reports (created_at) where handled_at is null;
alter table public.job_reports enable row level security;
revoke all on public.job_reports from anon, authenticated;
