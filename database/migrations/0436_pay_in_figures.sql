-- An entry of a list outside the board: of a company, of a place, or of similar postings. These lists left out pay that
-- is stated in figures.
create function private.job_line(posting public.jobs) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', posting.id, 'title', posting.title, 'company', posting.company,
    'job_type', posting.job_type, 'location', posting.location, 'salary_range', posting.salary_range,
    'salary_from', posting.salary_from, 'salary_to', posting.salary_to,
    'salary_currency', posting.salary_currency, 'salary_period', posting.salary_period,
    'created_at', posting.created_at)
$$;

create or replace function public.company_page(slug text) returns table (
  id uuid, name text, web_address text, place text, about text, logo text, proven_domain text,
  is_checked boolean, updated_at timestamptz, live_jobs integer, jobs jsonb
)
language sql stable security definer set search_path = '' as $$
  select c.id, c.name, c.web_address, c.place, c.about, c.logo, c.proven_domain, c.is_checked, c.updated_at,
    private.count_open_jobs(c.id),
    (select coalesce(jsonb_agg(private.job_line(j.posting) || jsonb_build_object('client', (j.posting).client)
        order by (j.posting).created_at desc, (j.posting).id desc), '[]')
      from (select o as posting from private.open_jobs_of(c.id) as o
        where o.posted_by not in (select private.banned_people())
        order by o.created_at desc, o.id desc limit 50) as j)
  from public.companies as c
  where c.slug = company_page.slug and c.public_since is not null and c.closed_at is null
    and exists (select from public.company_members as m
      where m.company_id = c.id and m.user_id not in (select private.banned_people()))
$$;

create or replace function public.job_page(job_id uuid) returns table (
  status text, id uuid, title text, company text, job_type text, location text, salary_range text,
  application_deadline date, application_url text, description text, requirements text, benefits text,
  contact_name text, contact_email text, contact_phone text, created_at timestamptz, workplace text, city text,
  region text, country text, salary_from numeric, salary_to numeric, salary_currency text, salary_period text,
  published_at timestamptz, ends_at timestamptz, updated_at timestamptz, credentials_wanted text[],
  similar_jobs jsonb
)
language sql stable security definer set search_path = '' as $$
  select s.status, j.id, j.title, j.company, j.job_type, j.location, j.salary_range,
    j.application_deadline, case when s.status = 'live' then j.application_url end, j.description,
    j.requirements, j.benefits, case when s.status = 'live' then j.contact_name end,
    case when s.status = 'live' then j.contact_email end,
    case when s.status = 'live' then j.contact_phone end, j.created_at, j.workplace, j.city,
    j.region, j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period,
    j.published_at, j.ends_at, j.updated_at, j.credentials_wanted,
    (select coalesce(jsonb_agg(private.job_line(o) order by alike.nth), '[]')
      from public.similar_jobs(job_page.job_id) with ordinality
        as alike (id, title, company, job_type, location, salary_range, created_at, nth)
      join public.jobs as o on o.id = alike.id)
  from public.jobs as j, private.job_status(j) as s (status)
  where j.id = job_page.job_id and s.status not in ('hidden', 'paused')
    and (j.is_active or j.closed_at is distinct from j.created_at)
  union all
  select 'removed', r.id, null, null, null, null, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
  from public.removed_jobs as r where r.id = job_page.job_id
$$;

create or replace function public.job_landing(path text) returns table (
  moved_to text, state text, city text, role text, job_type text, matches integer, is_exact boolean,
  companies integer, pay integer, paying integer, top_companies jsonb, jobs jsonb, roles jsonb, places jsonb,
  twin text
)
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0 set jit = off as $$
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
        (select coalesce(jsonb_agg(private.job_line(j) order by n.at), ''[]'')
          from known as n join public.jobs as j on j.id = n.job_id and j.posted_by <> all ($1) where n.at <= 20),
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
