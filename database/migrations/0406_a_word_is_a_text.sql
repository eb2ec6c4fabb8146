-- A number of JSON has a few bytes, and up to 131,072 digits once it is text. A list of such numbers in the place of words became
-- hundreds of megabytes before anybody looked how many they were. The site refuses them at its door (decision 341), where a project
-- on Supabase has none. So a word is a text, and a search is measured as it came.
create or replace function private.texts_in(conditions jsonb, name text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select value #>> '{}' from jsonb_array_elements(
    case when jsonb_typeof(conditions -> name) = 'array' then conditions -> name else '[]' end) with ordinality as one (value, nth)
    where jsonb_typeof(value) = 'string' order by nth)
$$;

create or replace function private.asked_words(entry jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array(select term from (select left(lower(normalize(private.trimmed(left(word, 1000)), NFC)), 100) as term
    from unnest(private.texts_in(entry, 'words')) as word limit 20) as terms where term <> '')
$$;

create or replace function private.asked_facets(entry jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[case when entry ->> 'credential' <> 'any' then 'wants ' || (entry ->> 'credential') end], null)
    || array(select 'skill ' || lower(skill) from unnest(private.texts_in(entry, 'skills')) as skill limit 20)
$$;

-- Nobody means more than six digits behind the point, and what is kept has no more.
create or replace function private.said_number(given jsonb, name text, low numeric, high numeric) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(given -> name) = 'number' and (given ->> name)::numeric between low and high
    then trim_scale(round((given ->> name)::numeric, 6)) end
$$;

create or replace function private.tidy_conditions(kind text, given jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  entry jsonb;
  near jsonb;
  tidy jsonb;
  wanted jsonb := '[]';
  skills text[];
  proof text;
  spot record;
  home text;
begin
  if jsonb_typeof(given) is distinct from 'object' or pg_column_size(given) > 8000 then
    raise exception using errcode = '22023', message = 'This is no search.';
  end if;
  if kind = 'jobs' then
    if jsonb_typeof(coalesce(given -> 'wanted', '[{}]')) <> 'array'
      or jsonb_array_length(coalesce(given -> 'wanted', '[{}]')) not between 1 and 4
    then
      raise exception using errcode = '22023', message = 'This is no search.';
    end if;
    for entry in select value from jsonb_array_elements(coalesce(given -> 'wanted', '[{}]')) loop
      near := case when jsonb_typeof(entry -> 'near') = 'object' then jsonb_strip_nulls(jsonb_build_object(
        'latitude', private.said_number(entry -> 'near', 'latitude', -90, 90),
        'longitude', private.said_number(entry -> 'near', 'longitude', -180, 180),
        'miles', private.said_number(entry -> 'near', 'miles', 1, 100))) end;
      tidy := jsonb_strip_nulls(jsonb_build_object(
        'words', nullif(to_jsonb(private.said_words(entry, 'words', 100)), '[]'),
        'skills', nullif(to_jsonb(private.said_words(entry, 'skills', 50)), '[]'),
        'type', private.said_text(entry, 'type', 40), 'credential', private.said_text(entry, 'credential', 20),
        'workplace', private.said_text(entry, 'workplace', 20), 'state', private.said_text(entry, 'state', 2),
        'near', case when near ?& array['latitude', 'longitude', 'miles'] then near end,
        'pay', round(private.said_number(entry, 'pay', 1, 2000000000)),
        'verified', case when entry -> 'verified' = 'true' then true end));
      if not wanted @> jsonb_build_array(tidy) or tidy = '{}' then wanted := wanted || jsonb_build_array(tidy); end if;
    end loop;
    return jsonb_build_object('wanted', wanted);
  end if;
  skills := array(select 'skill ' || skill from unnest(private.said_words(given, 'skills', 50)) as skill);
  proof := private.said_text(given, 'verified', 20);
  -- With a radius the place is one that the talent search knows, as it says itself.
  if private.said_number(given, 'miles', 1, 100) is not null and private.said_text(given, 'place', 100) is not null then
    select * into spot from private.place_of_posting(private.said_text(given, 'place', 100), null, null, null);
    home := spot.state;
    if home is not null then given := given - 'place'; end if;
    if spot.latitude is not null then
      near := jsonb_build_object('latitude', spot.latitude, 'longitude', spot.longitude,
        'miles', private.said_number(given, 'miles', 1, 100));
    end if;
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'words', nullif(to_jsonb(private.said_words(given, 'words', 100)), '[]'),
    'near', near,
    'place', private.fold(private.said_text(given, 'place', 100)),
    'certification', private.fold(private.said_text(given, 'certification', 100)),
    'facets', nullif(to_jsonb(array(select facet from unnest(array[
        'level ' || nullif(private.said_text(given, 'level', 50), 'all'),
        'availability ' || nullif(private.said_text(given, 'availability', 100), 'all'),
        case proof when 'any' then 'verified' else 'verified ' || proof end,
        case when near is null then 'state ' || home end]
      || case when given ->> 'mode' = 'all' then skills end) as facet where facet is not null order by facet)), '[]'),
    'anyFacet', case when given ->> 'mode' is distinct from 'all' then nullif(to_jsonb(skills), '[]') end,
    'from', private.said_number(given, 'from', 0, 99), 'to', private.said_number(given, 'to', 0, 99)))
    - case when private.said_text(given, 'place', 100) is null then 'place' else '' end
    - case when private.said_text(given, 'certification', 100) is null then 'certification' else '' end;
end $$;
