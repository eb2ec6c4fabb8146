-- As before, except where the last one shown is looked for. When more than twenty had come in before it, it was found so close to
-- the end of what had been read that less than a page was left behind it: the list seemed to end there, and whatever followed
-- could not be reached. Such a page begins by the count again, and repeats some.
create or replace function private.find_on_board(wanted jsonb, sort text, after_featured boolean, after_created_at timestamptz,
  after_id uuid, skip integer, out ids uuid[], out matches integer, out is_exact boolean) returns record
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = '0' set jit = 'off'
set work_mem = '16MB' set random_page_cost = '0.1' set seq_page_cost = '0.1' set enable_seqscan = 'on' as $$
declare
  plain text := private.board_condition(wanted);
  indexed text := plain;
  kinds integer[];
  keys text;
  -- The words of those that were walked through first: they say as well as the newest what is rare.
  newest text;
  told text;
  banned uuid[] := array(select private.banned_people());
  live constant text := 's.ends_at > now() and s.posted_by <> all ($4)';
  newest_first constant text := 's.is_featured desc, s.created_at desc, s.job_id desc';
  -- Past these.
  skipped integer := case when sort = 'newest' then 0 else least(greatest(coalesce(skip, 0), 0), 980) end;
  -- What was posted meanwhile has moved the last one shown further down.
  follows boolean := skipped > 0 and after_id is not null;
  enough integer := skipped + 21 + case when follows then 20 else 0 end;
  is_first boolean := after_id is null and skipped = 0;
  -- Of the relevant ones, so many only to guess how many there are.
  reach integer := case sort when 'relevance' then 1001 else 1001 + skipped end;
  ordering text := newest_first;
  rest text := '';
  -- In the order, $5 of them; and whether all that fit are among them, if they come to an end.
  source text;
  is_whole boolean := true;
  spot jsonb;
  phrase text := '';
  walked integer;
  hits integer;
  share real;
  least_pay integer;
  paid text := '';
begin
  select e -> 'near' into spot from jsonb_array_elements(wanted) as e where e ? 'near' limit 1;
  if sort = 'pay' then
    ordering := 's.pay desc nulls last, s.created_at desc, s.job_id desc';
    is_whole := (select bool_and(e ? 'pay') from jsonb_array_elements(wanted) as e);
    source := 'select s.* from private.job_search as s where s.pay is not null
      order by s.pay desc, s.created_at desc, s.job_id desc limit $5';
  elsif sort = 'nearest' and spot is not null then
    ordering := format('private.miles_between(s.latitude, s.longitude, %L::real, %L::real) nulls last, s.created_at desc, s.job_id desc',
      spot ->> 'latitude', spot ->> 'longitude');
    is_whole := (select bool_and(e -> 'near' is not distinct from spot) from jsonb_array_elements(wanted) as e);
    -- Of the circle that is asked for, so that nothing is nearer than what was read through.
    source := format('select s.* from (select b.spot from private.board_spots as b
        where b.latitude between %1$L::real - %3$L::real / 68 and %1$L::real + %3$L::real / 68
          and private.miles_between(b.latitude, b.longitude, %1$L::real, %2$L::real) <= %3$L::real
        order by private.miles_between(b.latitude, b.longitude, %1$L::real, %2$L::real)) as p
      cross join lateral (select s.* from private.job_search as s where private.spot_of(s.latitude, s.longitude) = p.spot
        order by s.created_at desc, s.job_id desc limit $5) as s limit $5',
      spot ->> 'latitude', spot ->> 'longitude', least((spot ->> 'miles')::real, 200));
  else
    if sort = 'relevance' then phrase := left(lower(normalize(coalesce(wanted -> 0 -> 'words' ->> 0, ''), NFC)), 100); end if;
    if after_id is not null and sort = 'newest' then rest := ' and (s.is_featured, s.created_at, s.job_id) < ($1, $2, $3)'; end if;
    source := format('select s.* from private.job_search as s where true%s order by %s limit $5', rest, newest_first);
  end if;

  -- Again where a page takes more, and there should be enough of them not much further.
  for turn in 1..2 loop
    execute format('select count(*), array_agg(s.job_id) filter (where %s and %s), %s from (%s) as s',
        live, plain, case when turn = 1 and ordering = newest_first then 'string_agg(s.words, E''\x1e'')' else 'null' end, source)
      into walked, ids, told using after_featured, after_created_at, after_id, banned, reach;
    newest := coalesce(newest, told);
    ids := coalesce(ids, '{}');
    hits := cardinality(ids);
    -- What is so rare that the index lists it sooner than so many are walked through is counted there anyway.
    exit when is_first and ordering = newest_first and hits > 0 and 1.5 * enough * walked / hits > 2.0 * hits / walked * (
      select c.reltuples from pg_catalog.pg_class as c where c.oid = 'private.job_search'::regclass);
    exit when turn = 2 or hits >= enough or walked < reach or phrase <> '' or hits = 0 or 1.5 * enough * walked / hits > greatest(10000, 25 * enough);
    reach := greatest(1.5 * enough * walked / hits, reach);
  end loop;
  is_exact := true;
  share := hits::real / greatest(walked, 1);
  if hits > 1000 then
    -- There are more than are counted.
    matches := hits;
  elsif walked < reach and is_whole then
    -- These were all.
    matches := hits;
  end if;

  if (matches is null and (is_first or hits < enough)) or (phrase <> '' and walked >= reach) then
    kinds := private.kinds_on_board(wanted, false);
    keys := private.short_keys(wanted, kinds);
    indexed := plain || ' and ' || coalesce(keys, private.board_keys(wanted, newest));
  end if;
  if phrase <> '' and (matches is null or hits > 0) then
    select r.* into ids, matches from private.most_relevant(plain, indexed, banned, phrase,
      case when matches = hits and walked < reach then 1 when keys is null then share end, enough) as r;
  elsif hits < enough and matches is null then
    perform set_config('enable_seqscan', 'off', true);
    if sort = 'pay' and keys is not null then
      -- They may be many: those that pay less than the last one on the page are left out.
      execute format('select s.pay from private.job_search as s where %s and %s and s.pay is not null order by s.pay desc offset %s limit 1',
          live, indexed, enough - 1)
        into least_pay using after_featured, after_created_at, after_id, banned;
      if least_pay is not null then paid := format(' and s.pay >= %s', least_pay); end if;
    end if;
    -- By "offset 0" first all are found and then put in order, and nobody is walked through in that order.
    execute format('with found as materialized (select s.is_featured, s.created_at, s.job_id, s.pay, s.latitude, s.longitude
          from private.job_search as s where %s and %s%s offset 0)
        select count(*), array(select s.job_id from found as s where true%s order by %s limit %s) from found',
        live, indexed, paid, rest, ordering, enough)
      into matches, ids using after_featured, after_created_at, after_id, banned;
    if least_pay is not null and is_first then matches := private.count_on_board(plain, indexed, banned, case when keys is null then share end); end if;
  elsif is_first and matches is null then
    matches := private.count_on_board(plain, indexed, banned, case when keys is null then share end);
  end if;
  if is_first then
    is_exact := matches <= 1000;
    matches := least(matches, 1000);
  else
    matches := null;
  end if;
  -- If it has gone itself, what came behind it has moved up by one. Further down there may be less than a page behind it.
  if follows then skipped := coalesce(array_position(ids[:skipped + 20], after_id), skipped - 1); end if;
  ids := ids[skipped + 1 : skipped + 21];
end $$;
