-- A fourth name in a year was counted before its letters are written in the one form of names: staff were asked about one that they
-- could not approve.
create or replace function public.set_company_name(company uuid, called text)
returns table (next_name text, next_from timestamptz, waits boolean)
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
  wanted text := normalize(left(private.trimmed(called), 1000), NFC);
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
