-- Asked before anybody has looked how long a name is, which may be at most a hundred letters: one sign can stand for
-- eighteen, and a body of them took a connection as long.
create or replace function private.company_key(company text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := btrim(lower(normalize(left(company, 1000), NFKC)));
  host text := substring(words from '^(?:https?://)?(?:[^@\s/]+@|@)?((?:[^\s./@]+\.)+[a-z]{2,})(?:[/?#].*)?$');
  parts text[];
  bare text;
begin
  if host is not null then
    parts := string_to_array(host, '.');
    -- acme.co.uk is acme, as acme.com is.
    if cardinality(parts) > 2 and char_length(parts[cardinality(parts)]) = 2
      and parts[cardinality(parts) - 1] in ('ac', 'co', 'com', 'edu', 'gov', 'net', 'org')
    then words := parts[cardinality(parts) - 2];
    else words := parts[cardinality(parts) - 1];
    end if;
  else
    words := replace(words, '&', ' and ');
    bare := regexp_replace(words,
      '\m(the|inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|co|company|plc|pllc|gmbh|ag|sa)\M',
      ' ', 'g');
    if bare ~ '[[:alnum:]]' then words := bare; end if;
  end if;
  return regexp_replace(words, '[^[:alnum:]]', '', 'g');
end
$$;

-- Putting marks into their order takes as long as there are of them, squared, and no time limit ends it: 60,000 letters of a
-- visitor held a processor for minutes. What is longer than anything that may be stored is cut before.
create or replace function public.search_jobs(q text DEFAULT ''::text, type text DEFAULT ''::text, after_featured boolean DEFAULT NULL::boolean, after_created_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, credential text DEFAULT ''::text)
 RETURNS TABLE(id uuid, title text, company text, job_type text, location text, salary_range text, application_url text, description text, created_at timestamp with time zone, application_deadline date, workplace text, city text, region text, country text, salary_from numeric, salary_to numeric, salary_currency text, salary_period text, ends_at timestamp with time zone, updated_at timestamp with time zone, is_featured boolean, has_more boolean, matches integer, is_exact boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $$
  select j.id, j.title, j.company, j.job_type, j.location, j.salary_range, j.application_url,
    left(j.description, 400), j.created_at, j.application_deadline, j.workplace, j.city, j.region,
    j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period, j.ends_at,
    j.updated_at, j.is_featured, cardinality(found.ids) > 20, found.matches,
    found.is_exact
  from (
      select * from private.find_jobs(
        left(lower(normalize(private.trimmed(left(coalesce(q, ''), 1000)), NFC)), 100), coalesce(type, ''),
        coalesce(after_featured, true), coalesce(after_created_at, 'infinity'),
        coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), after_id is null)
        where coalesce(credential, '') = ''
      union all
      select * from private.find_jobs_that_want(credential,
        left(lower(normalize(private.trimmed(left(coalesce(q, ''), 1000)), NFC)), 100), coalesce(type, ''),
        coalesce(after_featured, true), coalesce(after_created_at, 'infinity'),
        coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), after_id is null)
        where credential <> '') as found,
    unnest(found.ids[1:20]) with ordinality as shown (id, place)
    join public.jobs as j on j.id = shown.id
  order by shown.place
$$;

create or replace function private.asked_words(entry jsonb)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $$
  select array(select term from (select left(lower(normalize(private.trimmed(left(word, 1000)), NFC)), 100) as term
    from jsonb_array_elements_text(coalesce(entry -> 'words', '[]')) as word limit 20) as terms where term <> '')
$$;

create or replace function public.search_candidates(q text DEFAULT ''::text, level text DEFAULT 'all'::text, skills text[] DEFAULT '{}'::text[], skills_mode text DEFAULT 'any'::text, location text DEFAULT ''::text, certification text DEFAULT ''::text, availability text DEFAULT 'all'::text, verified text DEFAULT ''::text, years_from integer DEFAULT NULL::integer, years_to integer DEFAULT NULL::integer, miles integer DEFAULT 0, sort text DEFAULT 'newest'::text, after text DEFAULT NULL::text, page_size integer DEFAULT 20)
 RETURNS SETOF public.candidate_profiles
 LANGUAGE sql
 STABLE ROWS 20
 SET search_path TO ''
AS $$
  select p.* from greatest(least(page_size, 100), 1) as size,
    private.find_candidates(left(q, 1000), level, skills, skills_mode, left(location, 1000),
      left(certification, 1000),
      availability, verified, years_from, years_to, miles, coalesce(sort, 'newest'), after, size, size) as found,
    unnest(found.ids) with ordinality as shown (id, place)
    join public.candidate_profiles as p on p.id = shown.id
  order by shown.place
$$;

create or replace function public.count_candidates(q text DEFAULT ''::text, level text DEFAULT 'all'::text, skills text[] DEFAULT '{}'::text[], skills_mode text DEFAULT 'any'::text, location text DEFAULT ''::text, certification text DEFAULT ''::text, availability text DEFAULT 'all'::text, verified text DEFAULT ''::text, years_from integer DEFAULT NULL::integer, years_to integer DEFAULT NULL::integer, miles integer DEFAULT 0)
 RETURNS TABLE(matches integer, is_exact boolean)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
AS $$
  select case when found.are_all then cardinality(found.ids)
      else (select max(step) from unnest(array[20, 50, 100, 200]) as step where step < cardinality(found.ids)) end,
    found.are_all
  from private.find_candidates(left(q, 1000), level, skills, skills_mode, left(location, 1000),
      left(certification, 1000), availability, verified,
    years_from, years_to, miles, null, null, 21, 201) as found
$$;

create or replace function private.fold_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $$
  select regexp_replace(replace(lower(translate(
    regexp_replace(normalize(left(name, 1000), NFKD), '[\u0300-\u036f]', '', 'g'),
    'аеорсухіѕјһԁӏкмтнвгԛԝАЕОРСУХІЅЈНВКМТαεικνορτυχηΑΒΕΖΗΙΚΜΝΟΡΤΥΧıłŁøØđĐħĦɑɡɩ0134578@$|!',
    'aeopcyxisjhdlkmthbrqwAEOPCYXISJHBKMTaeikvoptuxnABEZHIKMNOPTYXilLoOdDhHagioleastbasll'
  )), 'i', 'l'), '[^a-z0-9]', '', 'g')
$$;

create or replace function private.place_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(btrim(regexp_replace(
      translate(regexp_replace(normalize(lower(left(name, 1000)), NFD), '[\u0300-\u036f]', '', 'g'), '.''’', ''),
    '[^a-z0-9]+', ' ', 'g')), '\msaint(e?)\M', 'st\1', 'g'), '\mfort\M', 'ft', 'g'), '\mmount\M', 'mt', 'g'),
    '\mmc ', 'mc', 'g'), '\m([od]) (?=[a-z])', '\1', 'g')
$$;
