-- What was reported does not disappear with the job or the account: a copy is kept for ninety days,
-- for the people who look into reports (npm run moderate -- evidence). No role of the API reads it; a
-- task removes it.
create table private.kept_evidence (
  id uuid primary key default gen_random_uuid(),
  kind text not null
    constraint kept_evidence_kind_known check (kind in ('job', 'conversation')),
  -- The job or the conversation. No key: it is gone.
  subject_id uuid not null,
  -- Whose account it was: number, address and name.
  people jsonb not null,
  content jsonb not null,
  reports jsonb not null,
  kept_at timestamptz not null default now(),
  constraint kept_evidence_once unique (kind, subject_id)
);
create index kept_evidence_kept_at_idx on private.kept_evidence (kept_at);
alter table private.kept_evidence enable row level security;
revoke all on private.kept_evidence from public, anon, authenticated;
grant select, delete on private.kept_evidence to service_role;

create function private.describe_people(people uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone,
    'name', u.raw_user_meta_data ->> 'full_name', 'created_at', u.created_at)), '[]')
  from auth.users as u where u.id = any (people)
$$;
revoke execute on function private.describe_people(uuid[]) from public;

-- Reported, or hidden by staff.
create function private.keep_job_evidence(job public.jobs) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.kept_evidence (kind, subject_id, people, content, reports)
  select 'job', job.id, private.describe_people(array[job.posted_by]), to_jsonb(job),
    coalesce(jsonb_agg(to_jsonb(r) order by r.created_at) filter (where r.id is not null), '[]')
  from (select) as one left join public.job_reports as r on r.job_id = job.id
  having count(r.id) > 0 or job.hidden_at is not null
  on conflict (kind, subject_id) do nothing
$$;
revoke execute on function private.keep_job_evidence(public.jobs) from public;

create function private.keep_reported_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.keep_job_evidence(old);
  return old;
end
$$;
create trigger keep_reported_job before delete on public.jobs
  for each row execute function private.keep_reported_job();

-- Before anything of the account goes: its jobs while it can still be said whose they were, and its
-- conversations with every message.
create function private.keep_evidence_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.keep_job_evidence(j) from public.jobs as j where j.posted_by = old.id;
  insert into private.kept_evidence (kind, subject_id, people, content, reports)
  select 'conversation', c.id, private.describe_people(array[c.member_id, c.candidate_id]),
    to_jsonb(c) || jsonb_build_object('messages', coalesce((
      select jsonb_agg(jsonb_build_object('sender_id', m.sender_id, 'created_at', m.created_at,
        'body', m.body) order by m.created_at, m.id)
      from public.messages as m where m.conversation_id = c.id), '[]')),
    (select jsonb_agg(to_jsonb(r) order by r.created_at)
      from public.message_reports as r where r.conversation_id = c.id)
  from public.conversations as c
  where old.id in (c.member_id, c.candidate_id)
    and exists (select from public.message_reports as r where r.conversation_id = c.id)
  on conflict (kind, subject_id) do nothing;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger keep_evidence_of_account before delete on auth.users
  for each row execute function private.keep_evidence_of_account();
create trigger before_3_keep_evidence_of_closed_account before update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.keep_evidence_of_account();
