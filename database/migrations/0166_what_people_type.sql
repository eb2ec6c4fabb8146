-- A name that is an address counts by its domain alone. What stands around it went unseen: a company that staff had checked
-- became “mercy.example/Another Clinic” at once, and kept the mark, and its jobs were posted under any such name.
create function private.is_address(name text) returns boolean
language sql immutable parallel safe strict set search_path = '' as $$
  select lower(normalize(btrim(name), NFKC)) ~ '^(?:https?://)?(?:[^@\s/]+@|@)?(?:[^\s./@]+\.)+[a-z]{2,}(?:[/?#].*)?$'
$$;
revoke execute on function private.is_address(text) from public;

create or replace function public.set_company_name(company uuid, called text)
returns table (next_name text, next_from timestamptz, waits boolean)
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
  wanted text := private.trimmed(called);
  is_way_to_write boolean;
begin
  if not company = any (private.own_companies('admin')) then
    raise exception using errcode = '42501', message = 'Only admins of the company change its name.';
  end if;
  if wanted is null or char_length(wanted) > 100 or not private.has_visible(wanted, 2)
    or private.company_key(wanted) = '' then
    raise exception using errcode = '23514', message = 'Enter a name of 2 to 100 characters.';
  end if;
  if private.calls_itself_us(wanted) then
    raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your company.';
  end if;
  select * into it from public.companies as c where c.id = company for update;
  is_way_to_write := wanted = it.name or not private.is_address(wanted);
  if private.name_key(wanted) = it.name_key and is_way_to_write then
    -- Another way to write it is the same name. What was to come is taken back, and stays counted.
    update public.companies as c set name = wanted, next_name = null, next_name_from = null where c.id = company;
    return query select null::text, null::timestamptz, false;
    return;
  end if;
  if it.next_name is not null and private.name_key(wanted) = private.name_key(it.next_name) and is_way_to_write then
    update public.companies as c set next_name = wanted where c.id = company;
    return query select wanted, it.next_name_from, false;
    return;
  end if;
  if (select count(*) from unnest(it.renamed_at) as at where at > now() - interval '1 year') >= 2 then
    delete from staff.company_cases as k where k.company_id = company and k.kind = 'rename' and k.decided_at is null;
    insert into staff.company_cases (kind, company_id, claim, asked_by) values ('rename', company, wanted, auth.uid());
    return query select wanted, null::timestamptz, true;
    return;
  end if;
  return query select n.next_name, n.next_from, false from private.call_company(company, wanted) as n;
end $$;

create or replace function private.belong_to_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.company_id := coalesce(new.company_id, private.company_of(new.posted_by, new.company));
  elsif private.name_key(new.company) <> private.name_key(old.company) and not exists (
    select from public.companies as c where c.id = new.company_id
      and private.name_key(new.company) in (c.name_key, private.name_key(c.next_name)))
  then
    if exists (select from public.applications as a where a.job_id = old.id and a.state <> 'unconfirmed') then
      raise exception using errcode = 'PT409',
        message = 'People have applied to this job, so it stays with its company. Change the name of the company on its own page, or post another job.';
    end if;
    if (select count(*) from public.company_members as m where m.company_id = old.company_id) > 1 then
      raise exception using errcode = 'PT409',
        message = 'This job belongs to the company that posted it. Post another one for another company.';
    end if;
    new.company_id := private.company_of(new.posted_by, new.company);
  end if;
  if private.is_address(new.company) then
    new.company := coalesce((
      select c.name from public.companies as c
      where c.id = new.company_id and c.name_key = private.name_key(new.company)), new.company);
  end if;
  return new;
end $$;

-- What the index is asked for is only there to find few: the words themselves are compared after that. Somebody's 100,000
-- letters took a connection for as long as a statement may take.
create or replace function private.needed_pieces(words text, prefix text) returns text[]
language plpgsql immutable parallel safe strict set search_path = '' as $$
declare
  few text := left(words, 100);
  long text[] := array(select distinct private.junctions(few));
  pieces text[] := long;
  piece text;
begin
  if few = '' then return '{}'; end if;
  if char_length(few) < 3 then return array[prefix || few]; end if;
  for place in 1..char_length(few) by 3 loop
    piece := substr(few, least(place, char_length(few) - 2), 3);
    if strpos(array_to_string(long, E'\x1f'), piece) = 0 then pieces := pieces || piece; end if;
  end loop;
  return array(select prefix || needed from unnest(pieces) as needed);
end $$;

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
