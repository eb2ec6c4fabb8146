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

-- Each list is read from its newest; none is read further than a thousand.
create index job_search_state_idx on private.job_search (state, created_at desc, job_id desc);
create index job_search_role_idx on private.job_search (place, role, created_at desc, job_id desc)
  where place is not null;
create index job_search_type_idx on private.job_search (job_type, created_at desc, job_id desc);
create index job_search_remote_idx on private.job_search (created_at desc, job_id desc) where workplace = 'remote';

-- The pages on which a posting stands, by what follows /jobs/ in their address.
create function private.landings_of(it private.job_search) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array[
    case when it.workplace = 'remote' then 'remote' end,
    -- Those have the page of all that is remote.
    case when it.job_type <> 'Remote' then 'type/' || lower(it.job_type) end,
    'in/' || lower(it.state),
    'in/' || lower(split_part(it.place, '/', 1)) || '/' || replace(split_part(it.place, '/', 2), ' ', '-'),
    'in/' || lower(split_part(it.place, '/', 1)) || '/' || replace(split_part(it.place, '/', 2), ' ', '-')
      || '/' || it.role
  ], null)
$$;

-- The last day on which a page's list changed, as search engines are told it.
create table private.landing_days (
  path text primary key,
  changed date not null
);
alter table private.landing_days enable row level security;
revoke all on private.landing_days from anon, authenticated;
insert into private.landing_days (path, changed)
  select path, max(j.updated_at at time zone 'UTC')::date
  from private.job_search as s join public.jobs as j on j.id = s.job_id, unnest(private.landings_of(s)) as path
  group by path;

-- A day is written once for each page, so that writers seldom wait for each other.
create function private.note_landings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  insert into private.landing_days as d (path, changed)
    select distinct path, today from changed_rows as c, unnest(private.landings_of(c)) as path
    where not exists (select from private.landing_days as known where known.path = path.path and known.changed >= today)
    order by path
    on conflict (path) do update set changed = excluded.changed where d.changed < excluded.changed;
  return null;
end
$$;
create trigger note_new_landings after insert on private.job_search
  referencing new table as changed_rows for each statement execute function private.note_landings();
create trigger note_left_landings after delete on private.job_search
  referencing old table as changed_rows for each statement execute function private.note_landings();
create trigger note_changed_landings after update on private.job_search
  referencing new table as changed_rows for each statement execute function private.note_landings();
create trigger note_former_landings after update on private.job_search
  referencing old table as changed_rows for each statement execute function private.note_landings();

-- One such page: what it is, how many postings of how many companies stand there, and where it leads. No row where
-- there is no such place, role or type. It reads a thousand postings of a list at most, the newest.
create function public.job_landing(path text) returns table (
  -- Its one address, where it was asked for by another.
  moved_to text,
  state text, city text, role text, job_type text,
  matches integer, is_exact boolean, companies integer,
  -- Half of those that state their pay go up to so many dollars a year, or more.
  pay integer, paying integer,
  top_companies jsonb, jobs jsonb, roles jsonb, places jsonb,
  -- The page that has the same postings, and the first claim to them; '' is the board.
  twin text
)
language plpgsql stable security definer set search_path = ''
set max_parallel_workers_per_gather = 0 set jit = off as $$
declare
  parts text[] := string_to_array(left(path, 200), '/');
  banned uuid[] := array(select private.banned_people());
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  newest constant text := 'order by s.created_at desc, s.job_id desc limit 1001';
  condition text;
  around text;
  key text;
  base text;
  only_place text;
  around_count integer;
  board_count integer;
begin
  if path !~ '^(remote|type/[a-z-]+|in/[a-z]{2}(/[a-z0-9-]+(/[a-z-]+)?)?)$' then return; end if;
  if parts[1] = 'remote' then
    condition := 's.workplace = ''remote''';
  elsif parts[1] = 'type' then
    job_type := (select t from unnest(array['Full-time', 'Part-time', 'Contract', 'Remote', 'Other']) as t
      where lower(t) = parts[2]);
    if job_type is null then return; end if;
    condition := format('s.job_type = %L', job_type);
    if job_type = 'Remote' then twin := 'remote'; end if;
  else
    state := private.state_code(parts[2]);
    if state is distinct from upper(parts[2]) then return; end if;
    condition := format('s.state = %L', state);
    base := 'in/' || parts[2];
    if parts[3] is not null then
      key := private.place_key(parts[3]);
      select p.name into city from private.places_of(key, state) as p where key !~ '^\d' limit 1;
      if city is null then return; end if;
      if replace(key, ' ', '-') <> parts[3] then
        moved_to := concat_ws('/', 'in', parts[2], replace(key, ' ', '-'), parts[4]);
      end if;
      around := condition;
      condition := format('s.place = %L', state || '/' || key);
    end if;
    if parts[4] is not null then
      select r.name into role from private.known_roles() as r where r.slug = parts[4];
      if role is null then return; end if;
      around := condition;
      condition := format('%s and s.role = %L', condition, parts[4]);
    end if;
  end if;

  execute format('with met as materialized (select s.* from private.job_search as s where %s and %s %s),
      known as materialized (select m.*, row_number() over (order by m.created_at desc, m.job_id desc) as at from met as m)
      select least(count(*), 1000), count(*) <= 1000, count(distinct k.company_id),
        percentile_disc(0.5) within group (order by k.pay desc) filter (where k.pay is not null), count(k.pay),
        (select coalesce(jsonb_agg(jsonb_build_object(''name'', c.name, ''slug'', c.slug, ''jobs'', t.jobs)
            order by t.jobs desc, c.name), ''[]'') from (
              select company_id, count(*) as jobs from known group by company_id order by 2 desc, 1 limit 3) as t
            join public.companies as c on c.id = t.company_id and c.public_since is not null and c.closed_at is null),
        (select coalesce(jsonb_agg(jsonb_build_object(''id'', n.job_id, ''title'', j.title, ''company'', j.company,
            ''job_type'', j.job_type, ''location'', j.location, ''salary_range'', j.salary_range,
            ''created_at'', j.created_at) order by n.at), ''[]'')
          from known as n join public.jobs as j on j.id = n.job_id where n.at <= 20),
        case when count(distinct k.place) = 1 and count(k.place) = count(*) then min(k.place) end
      from known as k', condition, live, newest)
    into matches, is_exact, companies, pay, paying, top_companies, jobs, only_place using banned;

  -- Roles of the same town.
  roles := '[]';
  if city is not null then
    execute format('select coalesce(jsonb_agg(jsonb_build_object(''path'', %L || ''/'' || g.slug, ''name'', r.name, ''jobs'', g.jobs)
          order by g.jobs desc, g.slug), ''[]'') from (
        select s.role as slug, count(*) as jobs from (
          select s.* from private.job_search as s where s.place = %L and %s %s) as s
        group by 1 having count(*) >= 3 and count(distinct s.company_id) >= 2 order by 2 desc, 1 limit 12) as g
      join private.known_roles() as r on r.slug = g.slug',
      concat_ws('/', base, parts[3]), state || '/' || key, live, newest) into roles using banned;
  end if;
  -- Towns near in the same sense: of the same state, or of the same list.
  execute format('select coalesce(jsonb_agg(jsonb_build_object(''path'', ''in/'' || lower(split_part(g.place, ''/'', 1)) || ''/''
          || replace(split_part(g.place, ''/'', 2), '' '', ''-''), ''name'', p.name, ''state'', p.state, ''jobs'', g.jobs)
        order by g.jobs desc, g.place), ''[]'') from (
      select s.place, count(*) as jobs from (
        select s.* from private.job_search as s where %s and %s %s) as s
      where s.place is not null
      group by 1 having count(*) >= 3 and count(distinct s.company_id) >= 2 order by 2 desc, 1 limit 12) as g,
      lateral (select p.name, p.state from private.places_of(split_part(g.place, ''/'', 2), split_part(g.place, ''/'', 1)) as p
        order by p.size desc limit 1) as p',
    case when state is null then condition else format('s.state = %L', state) end, live, newest)
    into places using banned;

  if twin is null and is_exact and matches > 0 then
    execute format('select count(*) from (select from private.job_search as s where %s limit 1001) as counted', live)
      into board_count using banned;
    if role is not null then
      execute format('select count(*) from (select from private.job_search as s where %s and %s limit 1001) as counted',
        around, live) into around_count using banned;
    end if;
    twin := case when matches = board_count then ''
      when matches = around_count then concat_ws('/', base, parts[3])
      when state is not null and city is null then base || '/' || replace(split_part(only_place, '/', 2), ' ', '-') end;
  end if;
  return next;
end
$$;
grant execute on function public.job_landing(text) to anon, authenticated;

-- Those that may be found, with the day of their last change, by the rule of the page itself: at least three postings
-- of two companies, and no other page with the same.
create function private.found_landings() returns table (path text, changed date)
language sql stable security definer set search_path = '' set jit = off as $$
  with live as materialized (
    select s.place, private.landings_of(s) as paths, s.company_id
    from private.job_search as s
    where s.ends_at > now() and s.posted_by not in (select private.banned_people())
  ), pages as materialized (
    select path, count(*) as jobs, count(distinct l.company_id) as companies,
      case when count(distinct l.place) = 1 and count(l.place) = count(*) then min(l.place) end as only_place
    from live as l, unnest(l.paths) as path group by path
  )
  select p.path, coalesce(d.changed, (now() at time zone 'UTC')::date)
  from pages as p left join private.landing_days as d on d.path = p.path
    left join pages as parent on p.path ~ '^in/[^/]+/[^/]+/' and parent.path = regexp_replace(p.path, '/[^/]+$', '')
  where p.jobs >= 3 and p.companies >= 2 and p.jobs <> (select count(*) from live)
    and p.jobs is distinct from parent.jobs
    and (p.path !~ '^in/[^/]+$' or p.only_place is null)
  order by p.path limit 50000
$$;
revoke execute on function private.found_landings() from public;

-- The same as it stood some minutes ago, for a board on which it takes too long to ask.
create table private.kept_landings (
  path text primary key,
  changed date not null
);
alter table private.kept_landings enable row level security;
revoke all on private.kept_landings from anon, authenticated;
create function private.keep_landings() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_large_board() then return; end if;
  delete from private.kept_landings;
  insert into private.kept_landings (path, changed) select f.path, f.changed from private.found_landings() as f;
end
$$;
create function private.is_large_board() returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) > 5000 from (select from private.job_search limit 5001) as counted
$$;
revoke execute on function private.keep_landings(), private.is_large_board() from public;
grant execute on function private.keep_landings() to service_role;

create function public.list_landings() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_large_board() then
    return query select k.path || ' ' || k.changed from private.kept_landings as k order by k.path;
  else
    return query select f.path || ' ' || f.changed from private.found_landings() as f;
  end if;
end
$$;
grant execute on function public.list_landings() to anon, authenticated;
