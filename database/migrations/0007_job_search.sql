-- Finding jobs by a part of their title or company. docs/decisions/0014-job-search.md says why it is so.

-- The order of the board, and the same within one type. What a search reads through comes along in the
-- indexes, so that a thousand jobs are a dozen pages of the index and not most of a thousand pages of the
-- table; with the poster, because who is banned is asked of each.
create index jobs_board_idx on public.jobs (is_featured desc, created_at desc, id desc)
  include (title, company, ends_at, posted_by)
  where is_active and hidden_at is null and not is_past;
create index jobs_board_by_type_idx on public.jobs
  (job_type, is_featured desc, created_at desc, id desc)
  include (title, company, ends_at, posted_by)
  where is_active and hidden_at is null and not is_past;

-- Every piece of one, two and three letters of either text, so that one index answers terms of any
-- length and of any writing; punctuation too.
create function private.job_grams(title text, company text) returns text[]
language sql immutable parallel safe as $$
  select array_agg(distinct substr(word, place, size) collate "C")
  from (values (lower(title)), (lower(company))) as words (word),
    generate_series(1, 3) as size,
    generate_series(1, char_length(word) - size + 1) as place
$$;

-- What a job that has the term must have.
create function private.term_grams(term text) returns text[]
language sql immutable parallel safe as $$
  select array_agg(distinct substr(term, place, 3) collate "C")
  from generate_series(1, greatest(char_length(term) - 2, 1)) as place
$$;

create function private.has_term(title text, company text, term text) returns boolean
language sql immutable parallel safe as $$
  select strpos(lower(title), term) > 0 or strpos(lower(company), term) > 0
$$;
-- The index's expression runs as whoever writes a job.
grant execute on function private.job_grams(text, text) to authenticated, service_role;

-- New entries wait in a list that every search reads through: a short one. Without any, many jobs at once
-- take three times as long to write.
create index jobs_grams_idx on public.jobs using gin (private.job_grams(title, company))
  with (fastupdate = on, gin_pending_list_limit = 256)
  where is_active and hidden_at is null and not is_past;

-- Which jobs stand on a page of the board. It runs as its owner, because under row-level security no
-- index can be asked for a part of a text: the condition of the policy comes first. So it asks live_jobs,
-- answers ids alone, and search_jobs reads them as the caller.
--
-- Two steps. The newest 1,000 are read through; that finds a page of every common term, and everything
-- of a small board. What is rarer than that is asked of the index of pieces, which is then quick.
create function private.find_jobs(
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
        select id from private.live_jobs
        where (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from private.live_jobs
          order by is_featured desc, created_at desc, id desc limit 1001) as counted;
      end if;
    else
      select array_agg(id) into ids from (
        select id from private.live_jobs
        where job_type = kind and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from private.live_jobs where job_type = kind
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
        select id, title, company from private.live_jobs
        where (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 1000) as board
    )
    select count(*), array_agg(id order by place) filter (where private.has_term(title, company, term))
      into read_through, ids from newest;
  else
    with newest as materialized (
      select id, title, company, row_number() over () as place from (
        select id, title, company from private.live_jobs
        where job_type = kind and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
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
        select id, is_featured, created_at from private.live_jobs
        where (kind = '' or job_type = kind)
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
          and private.job_grams(title, company) @> needed
          and private.has_term(title, company, term)
      )
      select count(*), (select array_agg(id order by is_featured desc, created_at desc, id desc) from (
          select * from found order by is_featured desc, created_at desc, id desc limit 21) as page)
        into matches, ids from found;
    else
      select count(*) into matches from (
        select from private.live_jobs
        where (kind = '' or job_type = kind)
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
grant execute on function
  private.find_jobs(text, text, boolean, timestamptz, uuid, boolean)
  to anon, authenticated, service_role;

-- A page of the board, read as the caller. The term is composed as the titles are. `matches` is on the first
-- page only; where it is not exact there are more than it says.
create function public.search_jobs(
  q text default '', type text default '',
  after_featured boolean default null, after_created_at timestamptz default null,
  after_id uuid default null
)
returns table (
  id uuid, title text, company text, job_type text, location text, salary_range text,
  application_url text, description text, created_at timestamptz, application_deadline date,
  workplace text, city text, region text, country text, salary_from numeric, salary_to numeric,
  salary_currency text, salary_period text, ends_at timestamptz, updated_at timestamptz,
  is_featured boolean, has_more boolean, matches integer, is_exact boolean
)
language sql stable set search_path = '' as $$
  select j.id, j.title, j.company, j.job_type, j.location, j.salary_range, j.application_url,
    left(j.description, 400), j.created_at, j.application_deadline, j.workplace, j.city, j.region,
    j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period, j.ends_at,
    j.updated_at, j.is_featured, cardinality(found.ids) > 20, found.matches,
    found.is_exact
  from private.find_jobs(
      left(lower(normalize(private.trimmed(coalesce(q, '')), NFC)), 100), coalesce(type, ''),
      coalesce(after_featured, true), coalesce(after_created_at, 'infinity'),
      coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), after_id is null) as found,
    unnest(found.ids[1:20]) with ordinality as shown (id, place)
    join public.jobs as j on j.id = shown.id
  order by shown.place
$$;
grant execute on function
  public.search_jobs(text, text, boolean, timestamptz, uuid) to anon, authenticated;

-- What the sitemap lists: the live jobs as "id day of the last change", ten thousand at a time.
-- One text each, because a row each would be cut at the thousand that a visitor gets.
create function public.list_job_addresses(part integer default 1) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(id || ' ' || to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD')), '{}')
  from (
    select id, updated_at from private.live_jobs
    order by id offset greatest(part - 1, 0)::bigint * 10000 limit 10000
  ) as listed
$$;

create function public.count_live_jobs() returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer from private.live_jobs
$$;
grant execute on function public.list_job_addresses(integer), public.count_live_jobs()
  to anon, authenticated;
