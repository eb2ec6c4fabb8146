-- Finding jobs by a part of their title or company. docs/decisions/0014-job-search.md says why it is so.

-- The order of the board, and the same within one type.
create index jobs_board_idx on public.jobs (is_featured desc, created_at desc, id desc)
  where is_active and hidden_at is null;
create index jobs_board_by_type_idx on public.jobs
  (job_type, is_featured desc, created_at desc, id desc) where is_active and hidden_at is null;

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

create index jobs_grams_idx on public.jobs using gin (private.job_grams(title, company))
  where is_active and hidden_at is null;

-- Which jobs stand on a page of the board. It runs as its owner, because under row-level security no
-- index can be asked for a part of a text: the condition of the policy comes first. So it repeats that
-- condition, answers ids alone, and search_jobs reads them as the caller.
--
-- Two steps. The newest 2,000 are read through; that finds a page of every common term, and everything
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
        select id from public.jobs
        where is_active and hidden_at is null and ends_at > now()
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from public.jobs where is_active and hidden_at is null and ends_at > now()
          order by is_featured desc, created_at desc, id desc limit 1001) as counted;
      end if;
    else
      select array_agg(id) into ids from (
        select id from public.jobs
        where is_active and hidden_at is null and ends_at > now() and job_type = kind
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from public.jobs
          where is_active and hidden_at is null and ends_at > now() and job_type = kind
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
        where is_active and hidden_at is null and ends_at > now()
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 2000) as board
    )
    select count(*), array_agg(id order by place) filter (where private.has_term(title, company, term))
      into read_through, ids from newest;
  else
    with newest as materialized (
      select id, title, company, row_number() over () as place from (
        select id, title, company from public.jobs
        where is_active and hidden_at is null and ends_at > now() and job_type = kind
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 2000) as board
    )
    select count(*), array_agg(id order by place) filter (where private.has_term(title, company, term))
      into read_through, ids from newest;
  end if;
  matches := coalesce(cardinality(ids), 0);

  if read_through = 2000 and (matches < 21 or (is_first_page and matches <= 200)) then
    needed := private.term_grams(term);
    if matches < 21 then
      with found as materialized (
        select id, is_featured, created_at from public.jobs
        where is_active and hidden_at is null and ends_at > now()
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
        where is_active and hidden_at is null and ends_at > now()
          and (kind = '' or job_type = kind)
          and private.job_grams(title, company) @> needed
          and private.has_term(title, company, term)
        limit 201) as counted;
    end if;
  end if;
  -- What the newest alone counted is all there is only on a small board.
  is_exact := matches <= 200 or read_through < 2000;
  if not is_exact then matches := 200; end if;
  ids := ids[1:21];
  if not is_first_page then matches := null; end if;
end
$$;
grant execute on function
  private.find_jobs(text, text, boolean, timestamptz, uuid, boolean)
  to anon, authenticated, service_role;

-- A page of the board, read as the caller. `matches` is on the first page only; where it is not exact
-- there are more than it says.
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
      left(lower(private.trimmed(coalesce(q, ''))), 100), coalesce(type, ''),
      coalesce(after_featured, true), coalesce(after_created_at, 'infinity'),
      coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), after_id is null) as found,
    unnest(found.ids[1:20]) with ordinality as shown (id, place)
    join public.jobs as j on j.id = shown.id
  order by shown.place
$$;
grant execute on function
  public.search_jobs(text, text, boolean, timestamptz, uuid) to anon, authenticated;
