-- Whoever is banned is not there for others as long as the ban runs: their postings are off the board and
-- their profile out of search. Nothing is copied: everybody who reads asks who is banned at that moment,
-- so a ban that is lifted, or that lapses, brings all of it back.
create index users_banned_until_idx on auth.users (banned_until) include (id)
  where banned_until is not null;

-- In PL/pgSQL, because the rows come in one go.
create function private.banned_people() returns setof uuid
language plpgsql stable security definer set search_path = '' rows 10 as $$
begin
  return query select id from auth.users where banned_until > now();
end
$$;
grant execute on function private.banned_people() to anon, authenticated, service_role;

-- Restrictive: they narrow whatever else lets somebody read, now and later.
create policy "nobody reads what banned people posted" on public.jobs as restrictive
  for select to anon, authenticated using (posted_by not in (select private.banned_people()));
create policy "nobody reads the profile of a banned person" on public.candidate_profiles as restrictive
  for select to authenticated using (user_id not in (select private.banned_people()));

-- Below: what runs past these policies. Each is as before, with the ban.

create or replace function private.job_status(job public.jobs) returns text
language sql stable set search_path = '' as $$
  select case
    when job.hidden_at is not null then 'hidden'
    when job.posted_by in (select private.banned_people()) then 'paused'
    when job.filled_at is not null then 'filled'
    when not job.is_active then 'closed'
    when job.ends_at <= now() then 'expired'
    else 'live' end
$$;

-- One whose poster is banned is no row, like one that staff hid. In the list of what somebody saved it
-- stays, as paused and without the address to apply at.
create or replace function public.job_page(job_id uuid)
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

-- The board's indexes carry the poster, so that a search still reads no row of the table. What runs as its
-- owner asks auth.users itself, which is quicker than the function.
drop index public.jobs_board_idx, public.jobs_board_by_type_idx;
create index jobs_board_idx on public.jobs (is_featured desc, created_at desc, id desc)
  include (title, company, ends_at, posted_by)
  where is_active and hidden_at is null and not is_past;
create index jobs_board_by_type_idx on public.jobs
  (job_type, is_featured desc, created_at desc, id desc)
  include (title, company, ends_at, posted_by)
  where is_active and hidden_at is null and not is_past;

create or replace function private.find_jobs(
  term text, kind text, after_featured boolean, after_created_at timestamptz, after_id uuid,
  is_first_page boolean,
  out ids uuid[], out matches integer, out is_exact boolean
)
language plpgsql stable security definer set search_path = ''
-- The plans below must not depend on what was asked first.
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  read_through integer;
  needed text[];
begin
  if term = '' then
    -- Everything matches: the page, and for the first one as many more as are counted.
    is_exact := true;
    if kind = '' then
      select array_agg(id) into ids from (
        select id from public.jobs
        where is_active and hidden_at is null and ends_at > now() and not is_past
          and posted_by not in (select id from auth.users where banned_until > now())
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from public.jobs where is_active and hidden_at is null and ends_at > now() and not is_past
          and posted_by not in (select id from auth.users where banned_until > now())
          order by is_featured desc, created_at desc, id desc limit 1001) as counted;
      end if;
    else
      select array_agg(id) into ids from (
        select id from public.jobs
        where is_active and hidden_at is null and ends_at > now() and not is_past
          and posted_by not in (select id from auth.users where banned_until > now()) and job_type = kind
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from public.jobs
          where is_active and hidden_at is null and ends_at > now() and not is_past
          and posted_by not in (select id from auth.users where banned_until > now()) and job_type = kind
          order by is_featured desc, created_at desc, id desc limit 1001) as counted;
      end if;
    end if;
    if matches > 1000 then
      matches := 1000;
      is_exact := false;
    end if;
    return;
  end if;

  if kind = '' then
    with newest as materialized (
      select id, title, company, row_number() over () as place from (
        select id, title, company from public.jobs
        where is_active and hidden_at is null and ends_at > now() and not is_past
          and posted_by not in (select id from auth.users where banned_until > now())
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 1000) as board
    )
    select count(*), array_agg(id order by place) filter (where private.has_term(title, company, term))
      into read_through, ids from newest;
  else
    with newest as materialized (
      select id, title, company, row_number() over () as place from (
        select id, title, company from public.jobs
        where is_active and hidden_at is null and ends_at > now() and not is_past
          and posted_by not in (select id from auth.users where banned_until > now()) and job_type = kind
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 1000) as board
    )
    select count(*), array_agg(id order by place) filter (where private.has_term(title, company, term))
      into read_through, ids from newest;
  end if;
  matches := coalesce(cardinality(ids), 0);
  is_exact := true;

  if read_through = 1000 and (matches < 21 or (is_first_page and matches <= 50)) then
    needed := private.term_grams(term);
    if matches < 21 then
      with found as materialized (
        select id, is_featured, created_at from public.jobs
        where is_active and hidden_at is null and ends_at > now() and not is_past
          and posted_by not in (select id from auth.users where banned_until > now())
          and (kind = '' or job_type = kind)
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
          and private.job_grams(title, company) @> needed
          and private.has_term(title, company, term)
      )
      select count(*), (select array_agg(id order by is_featured desc, created_at desc, id desc) from (
          select * from found order by is_featured desc, created_at desc, id desc limit 21) as page)
        into matches, ids from found;
    else
      select count(*) into matches from (
        select from public.jobs
        where is_active and hidden_at is null and ends_at > now() and not is_past
          and posted_by not in (select id from auth.users where banned_until > now())
          and (kind = '' or job_type = kind)
          and private.job_grams(title, company) @> needed
          and private.has_term(title, company, term)
        limit 101) as counted;
      is_exact := matches <= 100;
      matches := least(matches, 100);
    end if;
  elsif read_through = 1000 then
    -- Common among the newest: there are more than these, and counting them all is what takes time.
    is_exact := false;
    matches := (matches - 1) / 50 * 50;
  end if;
  ids := ids[1:21];
  if not is_first_page then
    matches := null;
    is_exact := true;
  end if;
end
$$;

create or replace function public.similar_jobs(job_id uuid)
returns table (id uuid, title text, company text, job_type text, location text, salary_range text,
  created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with this as (
    select j.*, regexp_split_to_array(lower(j.title), '\W+') as words
    from public.jobs as j where j.id = job_id and j.hidden_at is null
      and j.posted_by not in (select private.banned_people())
  ), board as materialized (
    select j.* from public.jobs as j
    where is_active and hidden_at is null and ends_at > now() and not is_past
      and posted_by not in (select private.banned_people())
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

create or replace function private.search_conditions(
  q text, place text, certification text, wanted text[], any_skill text[], years_from integer,
  years_to integer
) returns text language sql immutable set search_path = '' as $$
  select 'c.user_id not in (select private.people_hidden_from($1))
    and c.user_id not in (select private.banned_people())'
    || case when private.fold(q) = '' then ''
      when char_length(private.fold(q)) < 3
      then ' and private.short_grams(c.words) @> array[
        regexp_replace(substr($2, 2, char_length($2) - 2), ''\\(.)'', ''\1'', ''g'')]'
      else ' and c.words like $2' end
    || case when place <> '' then ' and c.place like $3' else '' end
    || case when certification <> '' then ' and c.certifications like $4' else '' end
    || case when wanted <> '{}' then ' and c.facets @> $5' else '' end
    || case when any_skill <> '{}' then ' and c.facets && $6' else '' end
    || case when years_from is not null or years_to is not null
      then ' and c.facets && $7 and c.years between $8 and $9' else '' end
$$;

-- Nobody writes to somebody who is banned, or whom nobody can reach any more.
create function private.refuse_closed_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.conversations as c where c.id = new.conversation_id and (
      c.member_id is null or c.candidate_id is null
      or c.member_id in (select private.banned_people())
      or c.candidate_id in (select private.banned_people())))
  then perform private.refuse('conversation_closed');
  end if;
  return new;
end
$$;
create trigger refuse_closed_conversation before insert on public.messages
  for each row execute function private.refuse_closed_conversation();
