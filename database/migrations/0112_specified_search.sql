-- The specified search on the one index of the board. Decisions 14 and 100.

-- As before (0024), but that what is rare is asked of the one index there is now.
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
        select j.id, j.is_featured, j.created_at
        from private.job_search as s join private.live_jobs as j on j.id = s.job_id
        where (kind = '' or j.job_type = kind)
          and (j.is_featured, j.created_at, j.id) < (after_featured, after_created_at, after_id)
          and private.pieces(s.words, '') @> needed
          and private.has_term(j.title, j.company, term)
      )
      select count(*), (select array_agg(id order by is_featured desc, created_at desc, id desc) from (
          select * from found order by is_featured desc, created_at desc, id desc limit 21) as page)
        into matches, ids from found;
    else
      select count(*) into matches from (
        select from private.job_search as s join private.live_jobs as j on j.id = s.job_id
        where (kind = '' or j.job_type = kind)
          and private.pieces(s.words, '') @> needed
          and private.has_term(j.title, j.company, term)
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
drop index public.jobs_grams_idx;
drop function private.job_grams(text, text);
