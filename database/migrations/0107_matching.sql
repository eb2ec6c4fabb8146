-- New postings and people against all kept searches at once. Decision 102.
--
-- A search has anchors: keys of which whatever it finds has one. A posting has keys. The join of both brings few pairs to
-- look at closely, so that the work grows with what is found and not with postings times searches.

create function private.texts_in(conditions jsonb, name text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select value from jsonb_array_elements_text(
    case when jsonb_typeof(conditions -> name) = 'array' then conditions -> name else '[]' end) with ordinality as one (value, nth)
    order by nth)
$$;

-- The ways to fit a search, of which one is enough: the words of somebody as they were typed, and what is understood in them;
-- or the places of a profile. Each is ready to be compared.
create table private.search_branches (
  id bigint generated always as identity primary key,
  search_id bigint not null references private.kept_searches (id) on delete cascade,
  -- That of the search, so that it need not be looked up for each pair.
  made_at timestamptz not null default '-infinity',
  -- Each is a pattern of the words of private.job_search, or of private.candidate_search.
  patterns text[] not null default '{}',
  facets text[] not null default '{}',
  any_facet text[] not null default '{}',
  latitude real,
  longitude real,
  miles real,
  pay integer,
  -- Of a profile: the job types, of which a posting that says none is no contradiction.
  types text[] not null default '{}',
  -- Of people.
  place text,
  proof text,
  years_from integer,
  years_to integer
);
create index search_branches_search_id on private.search_branches (search_id);
create table private.search_anchors (
  anchor text not null,
  branch_id bigint not null references private.search_branches (id) on delete cascade,
  primary key (anchor, branch_id)
);
create index search_anchors_branch_id on private.search_anchors (branch_id);
-- What a search has found, once each, whatever happens to the posting afterwards. Without keys to either, because a million
-- of them are written in one go: the clock removes those of what is gone.
create table private.search_matches (
  search_id bigint not null,
  subject_id uuid not null,
  round bigint not null,
  matched_on date not null default current_date,
  primary key (search_id, subject_id) include (round)
);
create index search_matches_matched_on on private.search_matches using brin (matched_on);
-- What waits to be matched; a line more for each change, so that nobody who writes a posting waits for a round.
create table private.unmatched (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('job', 'person')),
  subject_id uuid not null,
  -- When it came up. A search that was kept later has had it in its list.
  since timestamptz not null
);
alter table private.search_branches enable row level security;
alter table private.search_anchors enable row level security;
alter table private.search_matches enable row level security;
alter table private.unmatched enable row level security;
revoke all on private.search_branches, private.search_anchors, private.search_matches, private.unmatched
  from anon, authenticated;
grant select, insert, update, delete on private.search_branches, private.search_anchors, private.search_matches,
  private.unmatched to service_role;

-- The three letters of a word that fewest postings have, as the letters of English go.
create function private.rare_piece(word text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select piece from (select substr(word, place, 3) as piece, place
    from generate_series(1, greatest(char_length(word) - 2, 1)) as place) as pieces
  order by (select sum(case strpos('etaionsrlhcdumpgfy wbvkxzjq', letter) when 0 then 30
      else strpos('etaionsrlhcdumpgfy wbvkxzjq', letter) end)
    from unnest(string_to_array(piece, null)) as letter) desc, place
  limit 1
$$;
create function private.rare_piece_of(words text[]) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.rare_piece(word) from unnest(words) as word order by char_length(word) desc, word limit 1
$$;

-- One way to fit, of a search of the board. The same as private.board_condition says it, but for the days.
create function private.add_job_branch(search bigint, entry jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  words text[] := private.texts_in(entry, 'words');
  skills text[] := array(select 'skill ' || skill from unnest(private.texts_in(entry, 'skills')) as skill);
  near jsonb := entry -> 'near';
  from_there boolean := entry ->> 'workplace' = 'remote' and entry ? 'state';
  credential text := case entry ->> 'credential' when 'any' then 'wants' else 'wants ' || (entry ->> 'credential') end;
  workplace text := entry ->> 'workplace';
  state text := case when not from_there and near is null then 'state ' || (entry ->> 'state') end;
  type text := 'type ' || (entry ->> 'type');
  any_facet text[] := case when from_there
    then array['remote from anywhere', 'remote from US', 'remote from US-' || (entry ->> 'state')] else '{}' end;
  branch bigint;
begin
  if from_there then near := null; end if;
  insert into private.search_branches (search_id, patterns, facets, any_facet, latitude, longitude, miles, pay)
    values (search, array(select private.like_pattern(word) from unnest(words) as word),
      array_remove(array[type, workplace, state, credential, case when (entry ->> 'verified')::boolean then 'verified' end], null)
        || skills,
      any_facet, (near ->> 'latitude')::real, (near ->> 'longitude')::real, (near ->> 'miles')::real,
      (entry ->> 'pay')::integer)
    returning id into branch;
  insert into private.search_anchors (anchor, branch_id)
    select distinct 'job ' || anchor, branch from unnest(case
      when words <> '{}' then array['has ' || private.rare_piece_of(words)]
      when near is not null then private.cells_around((near ->> 'latitude')::real, (near ->> 'longitude')::real,
        (near ->> 'miles')::real)
      when from_there and skills = '{}' then any_facet
      -- In a state, fewer want a skill or a credential than everywhere.
      when skills <> '{}' or credential is not null then array[coalesce(skills[1], credential) || coalesce(' in ' || state, '')]
      else array[coalesce(state, workplace, type, 'all')] end) as anchor;
end $$;
-- One way to fit, of a search of candidates.
create function private.add_people_branch(search bigint, said jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  words text[] := private.texts_in(said, 'words');
  facets text[] := private.texts_in(said, 'facets');
  any_facet text[] := private.texts_in(said, 'anyFacet');
  near jsonb := said -> 'near';
  branch bigint;
begin
  insert into private.search_branches (search_id, patterns, facets, any_facet, place, proof, years_from, years_to,
      latitude, longitude, miles)
    values (search, array(select private.like_pattern(word) from unnest(words) as word), facets, any_facet,
      private.like_pattern(said ->> 'place'), private.like_pattern(said ->> 'certification'),
      (said ->> 'from')::integer, (said ->> 'to')::integer,
      (near ->> 'latitude')::real, (near ->> 'longitude')::real, (near ->> 'miles')::real)
    returning id into branch;
  insert into private.search_anchors (anchor, branch_id)
    select distinct 'person ' || anchor, branch from unnest(case
      when any_facet <> '{}' then any_facet
      when words <> '{}' then array['has ' || private.rare_piece_of(words)]
      when near is not null then private.cells_around((near ->> 'latitude')::real, (near ->> 'longitude')::real,
        (near ->> 'miles')::real)
      -- A skill is rarer than a level.
      when facets <> '{}' then array[(select f from unnest(facets) as f order by f like 'skill %' desc, f desc limit 1)]
      else array['all'] end) as anchor;
end $$;
-- Two degrees each way, for what is a key beside something else.
create function private.area_of(latitude real, longitude real) returns text
language sql immutable strict parallel safe as $$
  select 'area ' || floor(latitude / 2)::integer || ' ' || floor(longitude / 2)::integer
$$;
create function private.areas_around(latitude real, longitude real, miles real) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select array(select distinct private.area_of(up / 2.0::real, along / 2.0::real)
    from (select split_part(cell, ' ', 2)::real as up, split_part(cell, ' ', 3)::real as along
      from unnest(private.cells_around(latitude, longitude, miles)) as cell) as cells)
$$;
-- The ways to fit a profile: near each of its places, in each of its states, remote; or anywhere. There it takes a reason: a
-- skill, a credential, or one of its job types, which alone is none.
create function private.add_fit_branches(search bigint, said jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  place jsonb;
  types text[] := private.texts_in(said, 'types');
  branch bigint;
begin
  for place in select one.value from jsonb_array_elements(
    case when jsonb_array_length(said -> 'places') = 0 then '[{}]' else said -> 'places' end) as one loop
    insert into private.search_branches (search_id, facets, any_facet, latitude, longitude, miles, types)
      values (search, private.texts_in(place, 'facets'), private.texts_in(place, 'anyFacet'),
        (place ->> 'latitude')::real, (place ->> 'longitude')::real, (place ->> 'miles')::real, types)
      returning id into branch;
    insert into private.search_anchors (anchor, branch_id)
      select distinct 'fit ' || reason || ' at ' || spot, branch from unnest(
          array(select 'skill ' || skill from unnest(private.texts_in(said, 'skills')) as skill)
          || array(select 'wants ' || code from unnest(private.texts_in(said, 'credentials')) as code)
          || array(select 'type ' || type from unnest(types) as type where place <> '{}')) as reason,
        unnest(case when place ? 'latitude' then private.areas_around((place ->> 'latitude')::real, (place ->> 'longitude')::real,
            (place ->> 'miles')::real)
          when place = '{}' then array['anywhere']
          else (private.texts_in(place, 'facets'))[1:1] end) as spot;
  end loop;
end $$;
create function private.follow_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.search_branches where search_id = new.id;
  if new.kind = 'people' then
    perform private.add_people_branch(new.id, new.conditions);
  elsif new.kind = 'fit' then
    perform private.add_fit_branches(new.id, new.conditions);
  else
    perform private.add_job_branch(new.id, entry) from jsonb_array_elements(new.conditions -> 'wanted') as entry;
  end if;
  update private.search_branches set made_at = new.made_at where search_id = new.id;
  return null;
end $$;
create trigger follow_new_search after insert on private.kept_searches
  for each row execute function private.follow_search();
create trigger follow_changed_search after update of conditions on private.kept_searches
  for each row when (new.conditions <> old.conditions) execute function private.follow_search();

-- A text of what callers say, if it is one.
create function private.said_text(given jsonb, name text, most integer) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(given -> name) = 'string' then nullif(left(btrim(given ->> name), most), '') end
$$;
create function private.said_words(given jsonb, name text, most integer) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select distinct private.fold(left(btrim(word), most)) from unnest(private.texts_in(given, name)) as word
    where btrim(word) <> '' order by 1 limit 10)
$$;
create function private.said_number(given jsonb, name text, low numeric, high numeric) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(given -> name) = 'number' and (given ->> name)::numeric between low and high
    then (given ->> name)::numeric end
$$;

-- What callers may say of a search, and nothing else, each in one form. Of the board a list of up to four ways to fit, as
-- public.search_board takes it.
create function private.tidy_conditions(kind text, given jsonb) returns jsonb
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
  if jsonb_typeof(given) is distinct from 'object' or length(given::text) > 8000 then
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

-- Put in the place of each call by the planner.
create function private.finds_job(
  patterns text[], facets text[], any_facet text[], latitude real, longitude real, miles real, pay integer, types text[],
  its_words text, its_facets text[], its_latitude real, its_longitude real, its_pay integer, its_type text
) returns boolean language sql immutable parallel safe as $$
  select its_words like all (patterns) and its_facets @> facets and (any_facet = '{}' or its_facets && any_facet)
    and (types = '{}' or its_type in ('Remote', 'Other') or lower(its_type) = any (types))
    and (pay is null or its_pay >= pay)
    and (latitude is null or abs(its_latitude - latitude) * 68 <= miles
      and private.miles_between(its_latitude, its_longitude, latitude, longitude) <= miles)
$$;
create function private.finds_person(
  patterns text[], facets text[], any_facet text[], place text, proof text, years_from integer, years_to integer,
  latitude real, longitude real, miles real,
  its_words text, its_facets text[], its_place text, its_proofs text, its_years integer, its_latitude real,
  its_longitude real
) returns boolean language sql immutable parallel safe as $$
  select its_words like all (patterns) and its_facets @> facets and (any_facet = '{}' or its_facets && any_facet)
    and (place is null or its_place like place)
    and (proof is null or its_proofs like proof)
    and (years_from is null or its_years >= years_from)
    and (years_to is null or its_years <= years_to)
    and (latitude is null or private.miles_between(its_latitude, its_longitude, latitude, longitude) <= miles)
$$;

-- A text as words with a space before and after each, and what a skill is called among them.
create function private.spaced_words(text_of text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || btrim(regexp_replace(lower(coalesce(text_of, '')), '[^[:alnum:]+#]+', ' ', 'g')) || ' '
$$;
-- Up to four words side by side, as often as they stand there.
create function private.phrases(spaced text) returns setof text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  words text[] := string_to_array(btrim(spaced), ' ');
  phrase text;
begin
  for nth in 1..cardinality(words) loop
    phrase := words[nth];
    return next phrase;
    for more in 1..least(3, cardinality(words) - nth) loop
      phrase := phrase || ' ' || words[nth + more];
      return next phrase;
    end loop;
  end loop;
end $$;

-- `known` are the skills that profiles have: of the words of a posting no others are keys.
create function private.keys_of_posting(
  its_words text, its_facets text[], its_type text, its_latitude real, its_longitude real, full_text text, known text[]
) returns setof text
language sql immutable set search_path = '' as $$
  select 'job all'
  union all select 'job ' || facet from unnest(its_facets) as facet
  union all select 'job ' || facet || ' in ' || state from unnest(its_facets) as facet, unnest(its_facets) as state
    where state like 'state %' and (facet like 'skill %' or facet like 'wants%')
  union all select distinct 'job has ' || piece from unnest(private.pieces(its_words)) as piece where char_length(piece) <= 3
  union all select 'fit ' || reason || ' at ' || spot from unnest(
      array(select distinct 'skill ' || phrase from private.phrases(private.spaced_words(full_text)) as phrase
        join unnest(known) as skill on skill = phrase)
      || array(select facet from unnest(its_facets) as facet where facet like 'wants %')
      || ('type ' || lower(its_type))) as reason,
    unnest(array_remove(array['anywhere', private.area_of(its_latitude, its_longitude)], null)
      || array(select facet from unnest(its_facets) as facet where facet = 'remote' or facet like 'state %')) as spot
    where known is not null
$$;
create function private.keys_of_person(its_words text, its_facets text[]) returns setof text
language sql immutable set search_path = '' as $$
  select 'person all'
  union all select 'person ' || facet from unnest(its_facets) as facet
  union all select distinct 'person has ' || piece from unnest(private.pieces(its_words)) as piece where char_length(piece) <= 3
$$;

-- One round: so many of the oldest that wait, against all searches. What is found is noted once, and what was taken is
-- gone, in the same transaction. Answers how many were taken.
create function private.match_round_of_jobs(most integer) returns integer
language plpgsql volatile security definer set search_path = '' set jit = off set work_mem = '32MB' as $$
declare
  this bigint;
  taken integer;
  -- Nothing where nobody's profile is followed.
  known text[] := (select array_agg(distinct skill) from private.kept_searches as s, unnest(private.texts_in(s.conditions, 'skills')) as skill
    where s.kind = 'fit');
begin
  if not exists (select from private.unmatched where kind = 'job') then return 0; end if;
  if known is null and exists (select from private.kept_searches as s where s.kind = 'fit') then known := '{}'; end if;
  update private.match_round as r set round = r.round + 1 returning r.round into this;
  with gone as (
    delete from private.unmatched as u where u.id in (
      select w.id from private.unmatched as w where w.kind = 'job' order by w.id limit most)
    returning u.subject_id, u.since
  ), fresh as materialized (
    select s.job_id, s.words, s.facets, s.latitude, s.longitude, s.pay, s.job_type, t.since,
      case when known <> '{}' then (select concat_ws(' ', j.title, j.requirements, j.description)
        from public.jobs as j where j.id = s.job_id) end as full_text
    from (select g.subject_id, max(g.since) as since from gone as g group by 1) as t
      join private.job_search as s on s.job_id = t.subject_id
  ), keys as materialized (
    select f.job_id, key from fresh as f cross join lateral private.keys_of_posting(f.words, f.facets, f.job_type, f.latitude,
      f.longitude, f.full_text, known) as key
  ), noted as (
    -- In the order of what was found before, so that each page of it is written once.
    insert into private.search_matches (search_id, subject_id, round)
      select distinct b.search_id, f.job_id, this
      from keys as k
        join private.search_anchors as a on a.anchor = k.key
        join private.search_branches as b on b.id = a.branch_id
        join fresh as f on f.job_id = k.job_id
      where b.made_at <= f.since
        and private.finds_job(b.patterns, b.facets, b.any_facet, b.latitude, b.longitude, b.miles, b.pay, b.types,
          f.words, f.facets, f.latitude, f.longitude, f.pay, f.job_type)
      order by 1, 2
      on conflict do nothing
  )
  select count(*) into taken from gone;
  return taken;
end $$;
create function private.match_round_of_people(most integer) returns integer
language plpgsql volatile security definer set search_path = '' set jit = off as $$
declare
  this bigint;
  taken integer;
begin
  if not exists (select from private.unmatched where kind = 'person') then return 0; end if;
  update private.match_round as r set round = r.round + 1 returning r.round into this;
  with gone as (
    delete from private.unmatched as u where u.id in (
      select w.id from private.unmatched as w where w.kind = 'person' order by w.id limit most)
    returning u.subject_id, u.since
  ), fresh as materialized (
    select c.profile_id, c.words, c.facets, c.place, c.certifications, c.years, c.latitude, c.longitude, t.since
    from (select g.subject_id, max(g.since) as since from gone as g group by 1) as t
      join private.candidate_search as c on c.profile_id = t.subject_id
  ), noted as (
    insert into private.search_matches (search_id, subject_id, round)
      select b.search_id, f.profile_id, this
      from fresh as f cross join lateral private.keys_of_person(f.words, f.facets) as key
        join private.search_anchors as a on a.anchor = key
        join private.search_branches as b on b.id = a.branch_id
      where b.made_at <= f.since
        and private.finds_person(b.patterns, b.facets, b.any_facet, b.place, b.proof, b.years_from, b.years_to,
          b.latitude, b.longitude, b.miles, f.words, f.facets, f.place, f.certifications, f.years, f.latitude, f.longitude)
      on conflict do nothing
  )
  select count(*) into taken from gone;
  return taken;
end $$;

-- What comes on the board, or says something else there than before. What has stood for 45 days is no news, so that what
-- was found need not be remembered for ever.
create function private.note_new_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from private.kept_searches) then return null; end if;
  insert into private.unmatched (kind, subject_id, since)
    select 'job', w.job_id, case tg_op when 'INSERT' then clock_timestamp() else w.created_at end
    from written as w where w.created_at > now() - interval '45 days';
  return null;
end $$;
create trigger note_new_jobs after insert on private.job_search
  referencing new table as written for each statement execute function private.note_new_jobs();
create trigger note_changed_jobs after update on private.job_search
  referencing new table as written for each statement execute function private.note_new_jobs();
create function private.note_new_people() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.kept_searches as s where s.kind = 'people') then
    insert into private.unmatched (kind, subject_id, since)
      values ('person', new.profile_id, case tg_op when 'INSERT' then clock_timestamp() else new.created_at end);
  end if;
  return null;
end $$;
create trigger note_new_people after insert or update on private.candidate_search
  for each row execute function private.note_new_people();

-- Searches that nobody keeps any more, matches of what is gone or long told, links that are too old, and what
-- nobody has confirmed for a week.
create function private.clean_alerts() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.alerts where confirmed_at is null and created_at < now() - interval '7 days';
  delete from private.alert_tokens where created_at < now() - interval '400 days'
    or email is not null and created_at < now() - interval '7 days';
  delete from private.kept_searches as s where s.made_at < now() - interval '1 hour'
    and not exists (select from public.alerts as a where a.search_id = s.id);
  delete from private.search_matches as m where not exists (select from private.kept_searches as s where s.id = m.search_id);
  delete from private.search_matches as m using private.kept_searches as s
    where s.id = m.search_id and m.matched_on < current_date - 60
      and (s.kind <> 'people' or not exists (select from public.candidate_profiles as p where p.id = m.subject_id));
end $$;
revoke execute on function private.match_round_of_jobs(integer), private.match_round_of_people(integer),
  private.clean_alerts(), private.note_new_jobs(), private.note_new_people(), private.follow_search(),
  private.add_job_branch(bigint, jsonb), private.add_people_branch(bigint, jsonb), private.add_fit_branches(bigint, jsonb)
  from public;
grant execute on function private.match_round_of_jobs(integer), private.match_round_of_people(integer),
  private.clean_alerts() to service_role;
