-- As before, except for the length of what is searched for.
CREATE OR REPLACE FUNCTION private.board_condition(wanted jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  entry jsonb;
  said text;
  -- Each of these costs as much as all of the others.
  dear text;
  term text;
  traits integer;
  mask integer;
  is_unknown boolean;
  facets text[];
  spot jsonb;
  -- In degrees.
  away real;
  conditions text[] := '{}';
begin
  -- What is longer is none: taking a key out of an object of 60,000 takes seconds, in which nothing ends the statement.
  if jsonb_typeof(wanted) is distinct from 'array' or jsonb_array_length(wanted) not between 1 and 4
    or pg_column_size(wanted) > 65536 then
    raise exception 'A search is a list of one to four objects' using errcode = '22023';
  end if;
  for entry in select * from jsonb_array_elements(wanted) loop
    if jsonb_typeof(entry) <> 'object' then
      raise exception 'A search is a list of one to four objects' using errcode = '22023';
    end if;
    said := '';
    dear := '';
    spot := entry -> 'near';
    select coalesce(sum(private.trait(asked)), 0), coalesce(sum(private.trait_mask(private.trait(asked))), 0),
        coalesce(bool_or(private.trait(asked) is null), false)
      into traits, mask, is_unknown from unnest(private.asked_traits(entry)) as asked;
    if is_unknown then said := said || ' and false'; end if;
    if mask > 0 then said := said || format(' and s.traits & %s = %s', mask, traits); end if;
    if entry ? 'pay' then said := said || format(' and s.pay >= %L::integer', least((entry ->> 'pay')::numeric, 2e9)::integer); end if;
    if entry ? 'days' then
      said := said || format(' and s.created_at >= now() - %L::integer * interval ''1 day''', (entry ->> 'days')::integer);
    end if;
    if private.is_remote_from(entry) then
      dear := dear || format(' and s.facets && %L::text[]', private.remote_from(entry ->> 'state'));
    elsif spot is not null then
      away := least((spot ->> 'miles')::real, 200) / 68.7;
      -- What lies outside of the square is left out at little cost.
      said := said || format(' and s.latitude between %L and %L and s.longitude between %L and %L',
        (spot ->> 'latitude')::real - away, (spot ->> 'latitude')::real + away,
        (spot ->> 'longitude')::real - away / cos(radians(least(abs((spot ->> 'latitude')::real) + away, 85))),
        (spot ->> 'longitude')::real + away / cos(radians(least(abs((spot ->> 'latitude')::real) + away, 85))));
      dear := dear || format(' and private.miles_between(s.latitude, s.longitude, %L::real, %L::real) <= %L::real',
        spot ->> 'latitude', spot ->> 'longitude', least((spot ->> 'miles')::real, 200));
    end if;
    foreach term in array private.asked_words(entry) loop
      dear := dear || format(' and s.words like %L', private.like_pattern(term));
      if strpos(term, E'\x1f') > 0 then dear := dear || ' and false'; end if;
    end loop;
    facets := private.asked_facets(entry);
    if facets <> '{}' then dear := dear || format(' and s.facets @> %L::text[]', facets); end if;
    -- The planner would ask the shorter condition first, and not the cheaper one.
    if said <> '' and dear <> '' then
      said := format(' and case when %s then %s else false end', substr(said, 6), substr(dear, 6));
    else
      said := said || dear;
    end if;
    if said = '' then return 'true'; end if;
    -- The last entry is asked first: it is what the words mean, and most postings that fit do so by it. Those that
    -- do are not searched for the words as they were typed.
    conditions := ('(' || substr(said, 6) || ')') || conditions;
  end loop;
  return '(' || array_to_string(conditions, ' or ') || ')';
end
$function$;

CREATE OR REPLACE FUNCTION public.count_board(wanted jsonb, filter text)
 RETURNS TABLE(value text, matches integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET work_mem TO '16MB'
 SET random_page_cost TO '0.1'
 SET seq_page_cost TO '0.1'
 SET enable_seqscan TO 'on'
AS $function$
declare
  every constant text[] := case filter
    when 'type' then array['Full-time', 'Part-time', 'Contract', 'Remote', 'Other']
    when 'workplace' then array['on-site', 'hybrid', 'remote'] end;
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  banned uuid[] := array(select private.banned_people());
  -- Of a longer one nothing is taken: it is refused below.
  others jsonb := case when pg_column_size(wanted) <= 65536
    then (select jsonb_agg(entry - filter) from jsonb_array_elements(wanted) as entry) end;
  facets text[] := array(select case filter when 'type' then 'type ' || one else one end
    from unnest(every) with ordinality as said (one, nth) order by nth);
  traits integer[] := array(select private.trait(facet) from unnest(facets) with ordinality as said (facet, nth) order by nth);
  -- Of rows: how many there are with each value.
  tally text;
  plain text;
  walked integer;
  fitting integer;
  sampled integer[];
  -- With each value, of all that were walked through.
  usual integer[];
  -- How many of a thousand should fit and have each value; and of those that were met, the rarest.
  likely real[];
  rarest real;
  -- How many have to fit, and be looked at, until there should be a thousand of the rarest.
  enough integer;
  reach integer;
  part text;
  numbers integer[];
  -- What has each value by the end of a part.
  adding text[];
  counted integer[];
  met integer;
  is_all boolean := false;
  is_listed boolean;
  kinds integer[];
  kinds_of_it integer[];
  -- The newest, as one text.
  newest text;
  large text;
  keys text;
begin
  if every is null then raise exception 'Count by type or by workplace' using errcode = '22023'; end if;
  plain := private.board_condition(others);
  tally := (select string_agg(format('count(*) filter (where %%s and s.traits & %s <> 0)', trait), ', ' order by nth)
    from unnest(traits) with ordinality as said (trait, nth));

  execute format('select count(*), string_agg(s.words, E''\x1e''), count(*) filter (where s.fits), array[%s], array[%s]
      from (select s.traits, s.words, %s and %s as fits from (select * from private.job_search as s
        order by s.is_featured desc, s.created_at desc, s.job_id desc limit 1000) as s offset 0) as s',
      replace(tally, '%s', 's.fits'), replace(tally, '%s', 'true'), live, plain)
    into walked, newest, fitting, sampled, usual using banned;
  -- A few hits say little of a share: what is usual stands beside them as a hundred more.
  likely := array(select (hits + 100.0 * n / nullif(walked, 0)) * fitting / (fitting + 100)
    from unnest(sampled, usual) with ordinality as each (hits, n, nth) order by nth);
  rarest := (select min(l) from unnest(sampled, likely) as each (hits, l) where hits > 0);
  enough := 1200 * fitting / rarest;
  reach := 1200 * 1000 / rarest;
  if walked < 1000 then
    counted := sampled;
    is_all := true;
  else
    kinds := private.kinds_on_board(others, true);
    -- Where they are listed side by side, each value has a short list of its own.
    is_listed := private.short_keys(others, kinds) is not null;
    if not is_listed then large := private.board_keys(others, newest); end if;
  end if;
  if walked = 1000 and not is_listed then
    if reach <= 20000 or enough > 25000 then
      execute format('select count(*), array[%s] from (select s.traits from private.job_search as s
          where s.ctid >= ''(%s,0)''::tid and %s and %s limit %s) as s',
          replace(tally, '%s', 'true'), private.page_before(least(reach * 3, 60000)), live, plain, enough)
        into met, counted using banned;
    else
      perform set_config('enable_seqscan', 'off', true);
      select n.part, n.numbers into part, numbers from private.newest_parts(1001, (rarest / 1000.0)::real, 10) as n;
      if numbers is null then
        execute format('select count(*), array[%s] from (select s.traits from private.job_search as s where %s and %s and %s limit %s) as s',
            replace(tally, '%s', 'true'), live, plain, large, coalesce(enough::text, 'all'))
          into met, counted using banned;
        is_all := enough is null or met < enough;
      else
        -- Of each part as many as should be missing after those before it.
        adding := array(select format('t.counted[%1$s] + p.counted[%1$s]', nth) from generate_subscripts(every, 1) as nth);
        execute format('with recursive told as (
              select 0 as nth, 0::bigint as met, array_fill(0::bigint, array[%1$s]) as counted, 0::bigint as least, %2$s::bigint as missing
              union all
              select t.nth + 1, t.met + p.met, n.counted, n.least,
                case when n.least = 0 then %2$s else 20 + (t.met + p.met) * (1001 - n.least) * 11 / 10 / n.least end
              from told as t,
                lateral (select count(*) as met, array[%3$s] as counted from (select s.traits from private.job_search as s
                  where %4$s and %5$s and %6$s and array[%7$s] && array[($2)[t.nth + 1]] limit t.missing) as s) as p,
                lateral (select array[%8$s] as counted, least(%9$s) as least) as n
              where t.nth < cardinality($2) and t.least <= 1000)
            select t.met, t.counted from told as t order by t.nth desc limit 1',
            cardinality(every), enough, replace(tally, '%s', 'true'), live, plain, large, part, array_to_string(adding, ', '),
            (select string_agg(adding[nth], ', ') from unnest(sampled) with ordinality as each (hits, nth) where hits > 0))
          into met, counted using banned, numbers;
      end if;
    end if;
  end if;

  for nth in 1..cardinality(every) loop
    value := every[nth];
    matches := counted[nth];
    if coalesce(matches, 0) <= 1000 and not is_all then
      kinds_of_it := case when kinds is not null then array(select kind from unnest(kinds) as kind where kind & traits[nth] <> 0) end;
      keys := private.short_keys(others, kinds_of_it);
      if keys is null and large is null then large := private.board_keys(others, newest); end if;
      matches := private.count_on_board(format('%s and s.traits & %s <> 0', plain, traits[nth]),
        format('%s and s.traits & %s <> 0 and %s', plain, traits[nth],
          coalesce(keys, format('%s and s.facets @> array[%L]', large, facets[nth]))),
        banned, case when keys is null then (likely[nth] / 1000)::real end);
    end if;
    matches := least(matches, 1001);
    return next;
  end loop;
end
$function$;
