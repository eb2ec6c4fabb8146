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
create function private.patterns_of(words text[]) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select private.like_pattern(word) from unnest(words) as word)
$$;

-- What a search asks for, ready to be compared.
alter table private.kept_searches
  -- Of a job: each is somewhere in title or company. Of people: in headline or location.
  add column patterns text[] not null generated always as (private.patterns_of(private.texts_in(conditions, 'words'))) stored,
  add column job_type text generated always as (conditions ->> 'type') stored,
  add column workplace text generated always as (conditions ->> 'workplace') stored,
  add column credential text generated always as (conditions ->> 'credential') stored,
  add column pay numeric generated always as ((conditions ->> 'pay')::numeric) stored,
  add column is_verified boolean not null generated always as (coalesce((conditions ->> 'verified')::boolean, false)) stored,
  add column place text generated always as (private.like_pattern(conditions ->> 'place')) stored,
  -- Of a profile.
  add column types text[] not null generated always as (private.texts_in(conditions, 'types')) stored,
  add column places text[] not null generated always as (private.texts_in(conditions, 'places')) stored,
  add column is_remote boolean not null generated always as (coalesce((conditions ->> 'remote')::boolean, false)) stored,
  -- Of people: facets of the search of candidates.
  add column facets text[] not null generated always as (private.texts_in(conditions, 'facets')) stored,
  add column any_facet text[] not null generated always as (private.texts_in(conditions, 'anyFacet')) stored,
  add column proof text generated always as (private.like_pattern(conditions ->> 'certification')) stored,
  add column years_from integer generated always as ((conditions ->> 'from')::integer) stored,
  add column years_to integer generated always as ((conditions ->> 'to')::integer) stored;

create table private.search_anchors (
  anchor text not null,
  search_id bigint not null references private.kept_searches (id) on delete cascade,
  primary key (anchor, search_id)
);
create index search_anchors_search_id on private.search_anchors (search_id);
-- What a search has found, once each, whatever happens to the posting afterwards; without a key to the posting, because
-- a million of them are written in one go. The clock removes those of what is gone.
create table private.search_matches (
  search_id bigint not null references private.kept_searches (id) on delete cascade,
  subject_id uuid not null,
  round bigint not null,
  matched_on date not null default current_date,
  primary key (search_id, subject_id)
);
create index search_matches_round on private.search_matches (search_id, round);
create index search_matches_matched_on on private.search_matches using brin (matched_on);
-- What waits to be matched; a line more for each change, so that nobody who writes a posting waits for a round.
create table private.unmatched (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('job', 'person')),
  subject_id uuid not null,
  -- When it came up. A search that was kept later has had it in its list.
  since timestamptz not null
);
alter table private.search_anchors enable row level security;
alter table private.search_matches enable row level security;
alter table private.unmatched enable row level security;
revoke all on private.search_anchors, private.search_matches, private.unmatched from anon, authenticated;
grant select, insert, update, delete on private.search_anchors, private.search_matches, private.unmatched to service_role;

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

-- What all that a search finds has one of.
create function private.anchors_of(kind text, conditions jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  word text := (select w from unnest(private.texts_in(conditions, 'words')) as w order by char_length(w) desc, w limit 1);
  skills text[] := private.texts_in(conditions, 'skills');
  facets text[] := private.texts_in(conditions, 'facets');
  any_facet text[] := private.texts_in(conditions, 'anyFacet');
begin
  if kind = 'fit' then
    return array(select 'fit skill ' || skill from unnest(skills) as skill)
      || array(select 'fit wants ' || code from unnest(private.texts_in(conditions, 'credentials')) as code)
      || case when private.texts_in(conditions, 'types') = '{}' then '{}'::text[]
        else array(select 'fit in ' || place from unnest(private.texts_in(conditions, 'places')) as place)
          || case when (conditions ->> 'remote')::boolean then array['fit remote'] else '{}' end end;
  elsif kind = 'people' then
    if any_facet <> '{}' then return array(select 'person ' || facet from unnest(any_facet) as facet); end if;
    if word is not null then return array['person has ' || private.rare_piece(word)]; end if;
    if facets <> '{}' then
      -- A skill is rarer than a level.
      return array['person ' || (select f from unnest(facets) as f order by f like 'skill %' desc, f desc limit 1)];
    end if;
    return array['person'];
  end if;
  if word is not null then return array['job has ' || private.rare_piece(word)]; end if;
  if conditions ? 'credential' then return array['job wants ' || (conditions ->> 'credential')]; end if;
  if conditions ? 'place' then return array['job at ' || private.rare_piece(conditions ->> 'place')]; end if;
  if conditions ? 'workplace' then return array['job is ' || (conditions ->> 'workplace')]; end if;
  if conditions ? 'type' then return array['job type ' || (conditions ->> 'type')]; end if;
  return array['job'];
end $$;
create function private.anchor_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.search_anchors where search_id = new.id;
  insert into private.search_anchors (anchor, search_id)
    select distinct anchor, new.id from unnest(private.anchors_of(new.kind, new.conditions)) as anchor;
  return null;
end $$;
create trigger anchor_new_search after insert on private.kept_searches
  for each row execute function private.anchor_search();
create trigger anchor_changed_search after update of conditions on private.kept_searches
  for each row when (new.conditions <> old.conditions) execute function private.anchor_search();

-- What callers may say of a search, and nothing else, each in one form.
create function private.tidy_conditions(kind text, given jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  -- A text that is short enough and not empty.
  texts jsonb := '{}';
  words text[] := array(select distinct private.fold(left(btrim(word), 100))
    from unnest(private.texts_in(given, 'words')) as word where btrim(word) <> '' order by 1 limit 10);
  name text;
  said text;
  skills text[];
begin
  if jsonb_typeof(given) is distinct from 'object' or length(given::text) > 8000 then
    raise exception using errcode = '22023', message = 'This is no search.';
  end if;
  if words <> '{}' then texts := texts || jsonb_build_object('words', words); end if;
  foreach name in array case when kind = 'jobs' then array['type', 'workplace', 'credential', 'place']
    else array['place', 'certification'] end
  loop
    said := left(btrim(given ->> name), 100);
    if jsonb_typeof(given -> name) = 'string' and said <> '' then
      texts := texts || jsonb_build_object(name,
        case when name in ('place', 'certification') then private.fold(said) else said end);
    end if;
  end loop;
  if kind = 'jobs' then
    if jsonb_typeof(given -> 'pay') = 'number' and (given ->> 'pay')::numeric between 1 and 100000000 then
      texts := texts || jsonb_build_object('pay', round((given ->> 'pay')::numeric));
    end if;
    if given -> 'verified' = 'true' then texts := texts || '{"verified": true}'; end if;
    return texts;
  end if;
  skills := array(select distinct 'skill ' || private.fold(left(btrim(skill), 50))
    from unnest(private.texts_in(given, 'skills')) as skill where btrim(skill) <> '' order by 1 limit 10);
  said := case when given ->> 'verified' = 'any' then 'verified' else 'verified ' || left(given ->> 'verified', 20) end;
  texts := texts || jsonb_build_object('facets', array(select facet from unnest(array[
      case when coalesce(given ->> 'level', 'all') not in ('all', '') then 'level ' || left(given ->> 'level', 50) end,
      case when coalesce(given ->> 'availability', 'all') not in ('all', '')
        then 'availability ' || left(given ->> 'availability', 100) end,
      case when coalesce(given ->> 'verified', '') <> '' then said end]
    || case when given ->> 'mode' = 'all' then skills end) as facet where facet is not null order by facet));
  if given ->> 'mode' is distinct from 'all' and skills <> '{}' then
    texts := texts || jsonb_build_object('anyFacet', skills);
  end if;
  foreach name in array array['from', 'to'] loop
    if given ->> name ~ '^\d{1,2}$' then texts := texts || jsonb_build_object(name, (given ->> name)::integer); end if;
  end loop;
  return texts;
end $$;

-- What a posting is called when it is compared. Companies answer for themselves once they have proved their domain.
create function private.yearly(amount numeric, period text) returns numeric
language sql immutable parallel safe as $$
  select amount * case period when 'hour' then 2080 when 'day' then 260 when 'week' then 52 when 'month' then 12 else 1 end
$$;
create view private.postings_to_match with (security_invoker = true) as
  select j.id, lower(j.title) || E'\x1f' || lower(j.company) as words, j.job_type, j.workplace, j.credentials_wanted,
    private.fold(concat_ws(E'\x1f', j.location, j.city, j.region)) as place,
    case when j.salary_currency = 'USD' then private.yearly(coalesce(j.salary_to, j.salary_from), j.salary_period) end as pay,
    c.proven_domain is not null as is_verified,
    coalesce(j.workplace = 'remote', false) or j.job_type = 'Remote' as is_remote,
    array(select distinct private.fold(btrim(part)) from unnest(array[j.city, j.region, j.city || ', ' || j.region, j.location]
      || string_to_array(j.location, ',')) as part where btrim(part) <> '') as places,
    j.title, j.requirements, j.description
  from private.live_jobs as j
    join public.jobs as o on o.id = j.id join public.companies as c on c.id = o.company_id;
revoke all on private.postings_to_match from anon, authenticated;
grant select on private.postings_to_match to service_role;

-- Put in the place of each call by the planner.
create function private.finds_job(
  patterns text[], job_type text, workplace text, credential text, pay numeric, is_verified boolean, place text,
  its_words text, its_type text, its_workplace text, its_credentials text[], its_pay numeric, its_proof boolean,
  its_place text
) returns boolean language sql immutable parallel safe as $$
  select its_words like all (patterns)
    and (job_type is null or its_type = job_type)
    and (workplace is null or coalesce(its_workplace, case its_type when 'Remote' then 'remote' end) = workplace)
    and (credential is null or credential = any (its_credentials) or credential = 'any' and its_credentials <> '{}')
    and (pay is null or its_pay >= pay)
    and (not is_verified or its_proof)
    and (place is null or its_place like place)
$$;
create function private.finds_person(
  patterns text[], place text, proof text, facets text[], any_facet text[], years_from integer, years_to integer,
  its_words text, its_place text, its_proofs text, its_facets text[], its_years integer
) returns boolean language sql immutable parallel safe as $$
  select its_words like all (patterns)
    and (place is null or its_place like place)
    and (proof is null or its_proofs like proof)
    and its_facets @> facets
    and (any_facet = '{}' or its_facets && any_facet)
    and (years_from is null or its_years >= years_from)
    and (years_to is null or its_years <= years_to)
$$;
-- Nothing that somebody looks for speaks against it. Why it fits is another question: private.fit_reasons.
create function private.suits(
  types text[], places text[], is_remote boolean, its_type text, its_places text[], its_remote boolean
) returns boolean language sql immutable parallel safe as $$
  select (types = '{}' or its_type in ('Remote', 'Other') or lower(its_type) = any (types))
    and (places = '{}' and not is_remote or places && its_places or is_remote and its_remote)
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

create function private.keys_of_posting(p private.postings_to_match, with_skills boolean) returns setof text
language sql stable set search_path = '' as $$
  select 'job'
  union all select 'job type ' || p.job_type
  union all select 'job is ' || coalesce(p.workplace, case p.job_type when 'Remote' then 'remote' end)
    where p.workplace is not null or p.job_type = 'Remote'
  union all select kind || code from unnest(p.credentials_wanted) as code, (values ('job wants '), ('fit wants ')) as k (kind)
  union all select 'job wants any' where p.credentials_wanted <> '{}'
  union all select distinct 'job has ' || piece from unnest(private.pieces(p.words)) as piece where char_length(piece) <= 3
  union all select distinct 'job at ' || piece from unnest(private.pieces(p.place)) as piece where char_length(piece) <= 3
  union all select 'fit in ' || place from unnest(p.places) as place
  union all select 'fit remote' where p.is_remote
  union all select distinct 'fit skill ' || phrase
    from private.phrases(private.spaced_words(concat_ws(' ', p.title, p.requirements, p.description))) as phrase
    where with_skills
$$;
create function private.keys_of_person(c private.candidate_search) returns setof text
language sql stable set search_path = '' as $$
  select 'person'
  union all select 'person ' || facet from unnest(c.facets) as facet
  union all select distinct 'person has ' || piece from unnest(private.pieces(c.words)) as piece where char_length(piece) <= 3
$$;

-- One round: so many of the oldest that wait, against all searches. What is found is noted once, and what was taken is
-- gone, in the same transaction. Answers how many were taken.
create function private.match_round_of_jobs(most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  this bigint;
  taken integer;
begin
  if not exists (select from private.unmatched where kind = 'job') then return 0; end if;
  update private.match_round as r set round = r.round + 1 returning r.round into this;
  with gone as (
    delete from private.unmatched as u where u.id in (
      select w.id from private.unmatched as w where w.kind = 'job' order by w.id limit most)
    returning u.subject_id, u.since
  ), fresh as materialized (
    select p, t.since from (select g.subject_id, max(g.since) as since from gone as g group by 1) as t
      join private.postings_to_match as p on p.id = t.subject_id
  ), keys as materialized (
    select f.p, f.since, key from fresh as f cross join lateral private.keys_of_posting(f.p,
      exists (select from private.search_anchors as a where a.anchor >= 'fit skill ' and a.anchor < 'fit skilm')) as key
  ), noted as (
    insert into private.search_matches (search_id, subject_id, round)
      select s.id, (k.p).id, this
      from keys as k
        join private.search_anchors as a on a.anchor = k.key
        join private.kept_searches as s on s.id = a.search_id and s.made_at <= k.since
      where case s.kind
        when 'jobs' then private.finds_job(s.patterns, s.job_type, s.workplace, s.credential, s.pay, s.is_verified,
          s.place, (k.p).words, (k.p).job_type, (k.p).workplace, (k.p).credentials_wanted, (k.p).pay, (k.p).is_verified,
          (k.p).place)
        when 'fit' then private.suits(s.types, s.places, s.is_remote, (k.p).job_type, (k.p).places, (k.p).is_remote)
          and (a.anchor not like 'fit in %' and a.anchor <> 'fit remote' or lower((k.p).job_type) = any (s.types))
      end
      on conflict do nothing
  )
  select count(*) into taken from gone;
  return taken;
end $$;
create function private.match_round_of_people(most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
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
    select c, t.since from (select g.subject_id, max(g.since) as since from gone as g group by 1) as t
      join private.candidate_search as c on c.profile_id = t.subject_id
  ), noted as (
    insert into private.search_matches (search_id, subject_id, round)
      select s.id, (f.c).profile_id, this
      from fresh as f cross join lateral private.keys_of_person(f.c) as key
        join private.search_anchors as a on a.anchor = key
        join private.kept_searches as s on s.id = a.search_id and s.made_at <= f.since
      where private.finds_person(s.patterns, s.place, s.proof, s.facets, s.any_facet, s.years_from, s.years_to,
        (f.c).words, (f.c).place, (f.c).certifications, (f.c).facets, (f.c).years)
      on conflict do nothing
  )
  select count(*) into taken from gone;
  return taken;
end $$;

-- What is new, or says something else than before. What has stood for 45 days is no news, so that what was found need
-- not be remembered for ever.
create function private.note_new_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from private.kept_searches) then return null; end if;
  if tg_op = 'INSERT' then
    insert into private.unmatched (kind, subject_id, since)
      select 'job', w.id, clock_timestamp() from written as w where private.is_open(w);
    return null;
  end if;
  insert into private.unmatched (kind, subject_id, since)
    select 'job', w.id, case when private.is_open(o) then w.created_at else clock_timestamp() end
    from written as w join former as o on o.id = w.id
    where private.is_open(w) and w.created_at > now() - interval '45 days'
      and (not private.is_open(o) or (w.title, w.company, w.job_type, w.location, w.workplace, w.city, w.region,
          w.salary_from, w.salary_to, w.salary_currency, w.salary_period, w.credentials_wanted, w.requirements,
          w.description)
        is distinct from (o.title, o.company, o.job_type, o.location, o.workplace, o.city, o.region,
          o.salary_from, o.salary_to, o.salary_currency, o.salary_period, o.credentials_wanted, o.requirements,
          o.description));
  return null;
end $$;
create trigger note_new_jobs after insert on public.jobs
  referencing new table as written for each statement execute function private.note_new_jobs();
create trigger note_changed_jobs after update on public.jobs
  referencing old table as former new table as written for each statement execute function private.note_new_jobs();
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
  delete from private.search_matches as m using private.kept_searches as s
    where s.id = m.search_id and m.matched_on < current_date - 60
      and (s.kind <> 'people' or not exists (select from private.candidate_search as c where c.profile_id = m.subject_id)
        and not exists (select from public.candidate_profiles as p where p.id = m.subject_id));
end $$;
revoke execute on function private.match_round_of_jobs(integer), private.match_round_of_people(integer),
  private.clean_alerts(), private.note_new_jobs(), private.note_new_people(),
  private.anchor_search() from public;
grant execute on function private.match_round_of_jobs(integer), private.match_round_of_people(integer),
  private.clean_alerts() to service_role;
