-- What search engines are told: when something changed, which pages there are of a place, a role or a type, and at once
-- what is new. Decision 101.

create index jobs_updated_at_idx on public.jobs (updated_at, id);
create index jobs_open_ends_at_idx on public.jobs (ends_at, id) where is_active and hidden_at is null;
create index removed_jobs_removed_at_idx on public.removed_jobs (removed_at, id);

-- The last day on which the board changed: something came, was changed, left, or ended by the clock.
create function public.board_changed_on() returns date
language sql stable security definer set search_path = '' as $$
  select (greatest(
    (select max(j.updated_at) from public.jobs as j),
    (select max(r.removed_at) from public.removed_jobs as r),
    (select max(j.ends_at) from public.jobs as j where j.is_active and j.hidden_at is null and j.ends_at <= now())
  ) at time zone 'UTC')::date
$$;

-- Since when the words of these kinds stand as they do, where they are not the release's.
create function public.words_changed_on(kinds text[]) returns table (kind text, changed date)
language sql stable security definer set search_path = '' as $$
  select w.kind, (max(w.effective_from) at time zone 'UTC')::date
  from staff.words as w where w.kind = any (kinds[1:40]) and w.effective_from <= now() group by w.kind
$$;
grant execute on function public.board_changed_on(), public.words_changed_on(text[]) to anon, authenticated;

-- A company's page changes with each of its postings that comes, changes or leaves.
create or replace function public.list_company_addresses() returns setof text
language sql stable security definer set search_path = '' as $$
  select c.slug || ' ' || to_char(greatest(max(least(now(), greatest(j.updated_at,
      case when j.is_active and j.hidden_at is null and j.ends_at <= now() then j.ends_at end))), c.updated_at)
    at time zone 'UTC', 'YYYY-MM-DD')
  from public.companies as c join public.jobs as j on j.company_id = c.id
  where c.public_since is not null and c.closed_at is null
    and (j.updated_at > now() - interval '60 days' or j.ends_at > now() - interval '60 days')
  group by c.id
  having bool_or(j.is_active and j.hidden_at is null and not j.is_past and private.is_open(j))
  order by c.slug limit 20000
$$;

-- How far search engines were told of what changed (IndexNow), up to a moment and the id there.
create table private.index_now (
  is_one boolean primary key default true check (is_one),
  told_until timestamptz not null,
  told_id uuid not null
);
alter table private.index_now enable row level security;
revoke all on private.index_now from anon, authenticated;
insert into private.index_now (told_until, told_id) values (now(), 'ffffffff-ffff-ffff-ffff-ffffffffffff');

-- Postings that came, changed, ended or went since then, the oldest first. What is being written now comes next time.
-- One that staff held back from its start was never anywhere.
create function private.jobs_to_tell(most integer) returns table (id uuid, at timestamptz)
language sql stable security definer set search_path = '' as $$
  with since as (select n.told_until, n.told_id from private.index_now as n),
    until as (select now() - interval '10 seconds' as at)
  (select j.id, j.updated_at from public.jobs as j, since, until
    where (j.updated_at, j.id) > (since.told_until, since.told_id) and j.updated_at <= until.at
      and not (j.hidden_at is not null and j.hidden_at <= j.created_at)
    order by j.updated_at, j.id limit most)
  union all
  (select j.id, j.ends_at from public.jobs as j, since, until
    where j.is_active and j.hidden_at is null
      and (j.ends_at, j.id) > (since.told_until, since.told_id) and j.ends_at <= until.at
    order by j.ends_at, j.id limit most)
  union all
  (select r.id, r.removed_at from public.removed_jobs as r, since, until
    where (r.removed_at, r.id) > (since.told_until, since.told_id) and r.removed_at <= until.at
    order by r.removed_at, r.id limit most)
  order by 2, 1 limit most
$$;
revoke execute on function private.jobs_to_tell(integer) from public;
grant execute on function private.jobs_to_tell(integer) to service_role;
grant select, update on private.index_now to service_role;
