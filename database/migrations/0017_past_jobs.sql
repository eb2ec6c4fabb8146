-- A board that has been there for years has far more postings that are over than live ones. What is over
-- is noted every few minutes, so that the board's indexes can leave it out. The note never decides what
-- anybody sees: the clock does, through ends_at.
alter table public.jobs add column is_past boolean not null default false;
grant select (is_past) on public.jobs to anon, authenticated;

create function private.note_past_job() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.is_past := false;
  return new;
end
$$;
create trigger note_past_job before update of published_at, application_deadline, is_active, hidden_at
  on public.jobs for each row execute function private.note_past_job();

-- The note is no change of the posting: whoever is editing it keeps the version that they read.
drop trigger keep_job on public.jobs;
create trigger keep_job_new before insert on public.jobs
  for each row execute function private.keep_job();
create trigger keep_job before update on public.jobs
  for each row when (new.is_past is not distinct from old.is_past)
  execute function private.keep_job();

drop index public.jobs_board_idx, public.jobs_board_by_type_idx, public.jobs_grams_idx,
  public.jobs_ends_at_idx;
create index jobs_board_idx on public.jobs (is_featured desc, created_at desc, id desc)
  where is_active and hidden_at is null and not is_past;
create index jobs_board_by_type_idx on public.jobs
  (job_type, is_featured desc, created_at desc, id desc)
  where is_active and hidden_at is null and not is_past;
-- Entries go to their place at once: a list of new ones would be read through by every search.
create index jobs_grams_idx on public.jobs using gin (private.job_grams(title, company))
  with (fastupdate = off) where is_active and hidden_at is null and not is_past;
create index jobs_ends_at_idx on public.jobs (ends_at)
  where is_active and hidden_at is null and not is_past;

-- As in 0011, with the note, and with less to read: the newest 1,000, and no count of what is common.
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
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from public.jobs where is_active and hidden_at is null and ends_at > now() and not is_past
          order by is_featured desc, created_at desc, id desc limit 1001) as counted;
      end if;
    else
      select array_agg(id) into ids from (
        select id from public.jobs
        where is_active and hidden_at is null and ends_at > now() and not is_past and job_type = kind
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from public.jobs
          where is_active and hidden_at is null and ends_at > now() and not is_past and job_type = kind
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
          and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 1000) as board
    )
    select count(*), array_agg(id order by place) filter (where private.has_term(title, company, term))
      into read_through, ids from newest;
  else
    with newest as materialized (
      select id, title, company, row_number() over () as place from (
        select id, title, company from public.jobs
        where is_active and hidden_at is null and ends_at > now() and not is_past and job_type = kind
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

-- The rest as before, with the note.
create or replace function public.similar_jobs(job_id uuid)
returns table (id uuid, title text, company text, job_type text, location text, salary_range text,
  created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with this as (
    select j.*, regexp_split_to_array(lower(j.title), '\W+') as words
    from public.jobs as j where j.id = job_id and j.hidden_at is null
  ), board as materialized (
    select j.* from public.jobs as j
    where is_active and hidden_at is null and ends_at > now() and not is_past
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

create or replace function public.list_job_addresses(part integer default 1) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(id || ' ' || to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD')), '{}')
  from (
    select id, updated_at from public.jobs
    where is_active and hidden_at is null and ends_at > now() and not is_past
    order by id offset greatest(part - 1, 0)::bigint * 10000 limit 10000
  ) as listed
$$;

create or replace function public.count_live_jobs() returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer from public.jobs
  where is_active and hidden_at is null and ends_at > now() and not is_past
$$;
