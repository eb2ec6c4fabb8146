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
