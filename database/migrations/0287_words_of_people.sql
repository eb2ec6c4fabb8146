-- The words of a search of people are looked for one by one: a headline and a place are two, and nobody writes them in the order
-- in which others think of them.
create or replace function private.search_conditions(
  q text, place text, certification text, wanted text[], any_skill text[], years_from integer, years_to integer
) returns text language sql immutable set search_path = '' as $$
  select 'true'
    || case when q <> '' then ' and c.words like all ($4)' else '' end
    || case when place <> '' then ' and c.place like $5' else '' end
    || case when certification <> '' then ' and c.certifications like $6' else '' end
    || case when wanted <> '{}' then ' and c.facets @> $7' else '' end
    || case when any_skill <> '{}' then ' and c.facets && $8' else '' end
    || case when years_from is not null or years_to is not null
      then ' and c.facets && $9 and c.years between $10 and $11' else '' end
$$;

create or replace function private.find_candidates(
  q text, level text, skills text[], skills_mode text, place text, certification text, availability text, verified text,
  years_from integer, years_to integer, miles integer, sort text, after text, enough integer, most integer,
  out ids uuid[], out are_all boolean
) language plpgsql stable security definer
set search_path = '' set enable_seqscan = 'on' set max_parallel_workers_per_gather = 0 as $function$
declare
  me uuid := auth.uid();
  needle text := private.fold(btrim(coalesce(q, '')));
  -- "durham coder" finds the coder of Durham, NC. Where nothing is a word, it is looked for as it stands.
  terms text[] := array(select term from (select term from regexp_split_to_table(needle, '[\s,;]+') as term limit 30) as t where term <> '');
  -- With a radius the place is one that we know, and what somebody wrote of theirs is no matter.
  spot record;
  town text := private.fold(btrim(coalesce(place, '')));
  proof text := private.fold(btrim(coalesce(certification, '')));
  pieces text[];
  skill_facets text[] := array(select distinct 'skill ' || private.fold(btrim(skill))
    from unnest(skills) as skill where btrim(skill) <> '' limit 30);
  wanted text[] := '{}';
  any_skill text[] := '{}';
  low integer := greatest(coalesce(years_from, 0), 0);
  high integer := coalesce(years_to, 2147483647);
  place_after text[] := string_to_array(nullif(after, ''), '~');
  -- From that place on.
  rest text := '';
  ordering text := 'order by c.newness desc, c.created_at desc, c.profile_id desc';
  conditions text;
  nearby text := '';
  source text;
  banned uuid[];
  newest timestamptz;
  oldest timestamptz;
  weeks integer[];
begin
  if terms = '{}' and needle <> '' then terms := array[needle]; end if;
  ids := '{}';
  are_all := true;
  -- Nobody else learns anything here, not even a number.
  if me is null or not private.may_see_candidates(me) then return; end if;
  banned := array(select private.banned_people());
  if coalesce(level, '') not in ('', 'all') then wanted := wanted || ('level ' || level); end if;
  if coalesce(availability, '') not in ('', 'all') then
    wanted := wanted || ('availability ' || availability);
  end if;
  if coalesce(verified, '') = 'any' then wanted := wanted || 'verified'::text;
  elsif coalesce(verified, '') <> '' then wanted := wanted || ('verified ' || verified); end if;
  if skills_mode = 'all' then wanted := wanted || skill_facets; else any_skill := skill_facets; end if;
  if miles > 0 and town <> '' then
    select * into spot from private.place_of_posting(place, null, null, null);
    if spot.latitude is not null then
      town := '';
      nearby := format(' and c.facets && %L::text[] and private.miles_between(c.latitude, c.longitude, %L::real, %L::real) <= %L::real',
        private.cells_around(spot.latitude, spot.longitude, least(miles, 200)), spot.latitude, spot.longitude, least(miles, 200));
    elsif spot.state is not null then
      town := '';
      wanted := wanted || ('state ' || spot.state);
    end if;
  end if;
  pieces := array(select distinct piece from unnest(terms) as term, unnest(private.needed_pieces(term, '')) as piece)
    || private.needed_pieces(town, 'place ')
    || private.needed_pieces(proof, 'proof ');
  conditions := private.search_conditions(needle, town, proof, wanted, any_skill, years_from, years_to) || nearby;
  if sort = 'completeness' then
    ordering := 'order by c.fullness desc, c.created_at desc, c.profile_id desc';
    if place_after is not null then
      rest := 'and (c.fullness, c.created_at, c.profile_id) < ($1, $2, $3)';
    end if;
  elsif place_after is not null then
    rest := 'and (c.newness, c.created_at, c.profile_id) < ($1, $2, $3)';
  end if;

  for step in 1..3 loop
    if step = 1 then
      source := format('select * from private.candidate_search as c where true %s %s', rest, ordering);
      if conditions <> 'true' then
        source := format('select * from (%s limit 1000) as c where %s', source, conditions);
      end if;
    else
      weeks := null;
      if step = 2 then
        execute format('select c.created_at from private.candidate_search as c where true %s %s
            offset 999 limit 1', rest, ordering)
          into oldest using place_after[1]::integer, place_after[2]::timestamptz, place_after[3]::uuid;
        -- Then the first 1,000 were all.
        exit when oldest is null;
        are_all := false;
        exit when cardinality(ids) >= enough;
        continue when sort = 'completeness' or ids = '{}';
        newest := coalesce(place_after[2]::timestamptz,
          (select c.created_at from private.candidate_search as c order by c.newness desc, c.created_at desc limit 1));
        -- And a half more, because luck is uneven.
        oldest := newest - (newest - oldest) * (1.5 * enough / cardinality(ids));
        -- Many weeks, or more than there are, are no shorter way.
        continue when oldest < newest - interval '1000 days'
          or oldest < (select c.created_at from private.candidate_search as c order by c.newness, c.created_at limit 1);
        weeks := array(select generate_series(private.week_of(oldest), private.week_of(newest)));
      end if;
      perform set_config('enable_seqscan', 'off', true);
      -- By "offset 0" first all are found and then put in order, and nobody is walked through in that order.
      source := format('select * from (select * from private.candidate_search as c where %s %s %s %s offset 0) as c %s',
        conditions, rest,
        case when pieces <> '{}'
          then 'and private.candidate_pieces(c.words, c.place, c.certifications) @> $13' end,
        case when weeks is not null then 'and array[private.week_of(c.created_at)] && $14' end,
        -- A count takes them as they lie.
        case when sort is not null then ordering || ' offset 0' end);
    end if;
    execute format('select array(select c.profile_id from (%s) as c
        where c.user_id <> all ($12)
          and (select not exists (select from private.hidden_from_caller as h where h.user_id = c.user_id))
        limit %s)', source, most)
      into ids
      using place_after[1]::integer, place_after[2]::timestamptz, place_after[3]::uuid,
        array(select private.like_pattern(term) from unnest(terms) as term), private.like_pattern(town), private.like_pattern(proof),
        wanted, any_skill,
        array(select 'years ' || year from generate_series(least(low, 60), least(high, 60)) as year),
        low, high, banned, pieces, weeks;
    are_all := step <> 2 and cardinality(ids) < most;
    exit when cardinality(ids) = most or conditions = 'true' or step = 2 and cardinality(ids) >= enough;
  end loop;
end
$function$;
