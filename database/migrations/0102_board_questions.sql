-- The questions to private.job_search (0101). Decision 100 says why they are asked so.

-- Remote from somewhere is a list of its own.
create function private.is_remote_from(entry jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(entry ->> 'workplace' = 'remote' and entry ->> 'state' is not null, false)
$$;
create function private.remote_from(state text) returns text[]
language sql immutable set search_path = '' as $$
  select array['remote from anywhere', 'remote from US', 'remote from US-' || state]
$$;
-- The words of an entry, as they are compared.
create function private.asked_words(entry jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array(select term from (select left(lower(normalize(private.trimmed(word), NFC)), 100) as term
    from jsonb_array_elements_text(coalesce(entry -> 'words', '[]')) as word limit 20) as terms where term <> '')
$$;
-- What a number says of each posting, and what only its facets say.
create function private.asked_traits(entry jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array['type ' || (entry ->> 'type'), entry ->> 'workplace',
    case when (entry ->> 'verified')::boolean then 'verified' end,
    case when entry ->> 'credential' = 'any' then 'wants' end,
    case when entry -> 'near' is null and not private.is_remote_from(entry) then 'state ' || (entry ->> 'state') end], null)
$$;
create function private.asked_facets(entry jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[case when entry ->> 'credential' <> 'any' then 'wants ' || (entry ->> 'credential') end], null)
    || array(select 'skill ' || lower(skill) from jsonb_array_elements_text(coalesce(entry -> 'skills', '[]')) as skill limit 20)
$$;

-- What a search asks, as one condition on `s`. `wanted` is a list: what fits one of its entries is found.
create function private.board_condition(wanted jsonb) returns text
language plpgsql stable set search_path = '' as $$
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
  if jsonb_typeof(wanted) is distinct from 'array' or jsonb_array_length(wanted) not between 1 and 4 then
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
    conditions := conditions || ('(' || substr(said, 6) || ')');
  end loop;
  return '(' || array_to_string(conditions, ' or ') || ')';
end
$$;

-- What the index is asked for, beside that condition. It stands alone, so that nothing of it is computed for a row.
create function private.board_keys(wanted jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  entry jsonb;
  said text;
  pieces text[];
  facets text[];
  spot jsonb;
  keys text[] := '{}';
begin
  for entry in select * from jsonb_array_elements(wanted) loop
    said := '';
    spot := entry -> 'near';
    pieces := array(select distinct piece from unnest(private.asked_words(entry)) as term,
      unnest(private.needed_pieces(term, '')) as piece);
    if pieces <> '{}' then said := said || format(' and private.pieces(s.words, '''') @> %L::text[]', pieces); end if;
    facets := private.asked_facets(entry) || private.asked_traits(entry);
    if facets <> '{}' then said := said || format(' and s.facets @> %L::text[]', facets); end if;
    if private.is_remote_from(entry) then
      said := said || format(' and s.facets && %L::text[]', private.remote_from(entry ->> 'state'));
    elsif spot is not null then
      said := said || format(' and s.facets && %L::text[]', private.cells_around(
        (spot ->> 'latitude')::real, (spot ->> 'longitude')::real, least((spot ->> 'miles')::real, 200)));
    end if;
    if entry ? 'days' then
      said := said || format(' and array[private.week_of(s.created_at)] && %L::integer[]', array(select generate_series(
        private.week_of(now() - least((entry ->> 'days')::integer, 90) * interval '1 day'), private.week_of(now()) + 1)));
    end if;
    if said = '' then return 'true'; end if;
    keys := keys || ('(' || substr(said, 6) || ')');
  end loop;
  return '(' || array_to_string(keys, ' or ') || ')';
end
$$;
