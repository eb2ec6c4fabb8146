-- What holds for everybody who has an account, whatever they do here.

-- Whoever is banned is not there for others as long as the ban runs: their jobs are off the board and their
-- profile out of search. Nothing is copied: everybody who reads asks who is banned at that moment, so a ban
-- that is lifted, or that lapses, brings all of it back. In PL/pgSQL, because the rows come in one go.
create function private.banned_people() returns setof uuid
language plpgsql stable security definer set search_path = '' rows 10 as $$
begin
  return query select id from auth.users where banned_until > now();
end
$$;
grant execute on function private.banned_people() to anon, authenticated, service_role;

-- Nobody who writes to others calls themselves by the company's name, nor by what looks like it.
-- foldName of domain/own-name.ts.
create function private.fold_name(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(replace(lower(translate(
    regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'),
    'аеорсухіѕјһԁӏкмтнвгԛԝАЕОРСУХІЅЈНВКМТαεικνορτυχηΑΒΕΖΗΙΚΜΝΟΡΤΥΧıłŁøØđĐħĦɑɡɩ0134578@$|!',
    'aeopcyxisjhdlkmthbrqwAEOPCYXISJHBKMTaeikvoptuxnABEZHIKMNOPTYXilLoOdDhHagioleastbasll'
  )), 'i', 'l'), '[^a-z0-9]', '', 'g')
$$;

create function private.calls_itself_us(name text) returns boolean
language sql stable strict security definer set search_path = '' as $$
  select case when char_length(own) < 6 then private.fold_name(name) = own
    else position(own in private.fold_name(name)) > 0 end
  from private.fold_name(private.setting('site_name')) as own
$$;

-- The name, or nothing where it is empty or would speak for the company.
create function private.not_our_name(name text) returns text
language sql stable security definer set search_path = '' as $$
  select case when not private.calls_itself_us(name) then nullif(name, '') end
$$;
grant execute on function private.fold_name(text), private.calls_itself_us(text) to service_role;

-- An account that is deleted softly keeps its row alone. All that a deletion would take away by the keys
-- that point at the account goes, and what a deletion would set free is set free.
create function private.empty_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  key record;
begin
  for key in
    select format('%I.%I', n.nspname, t.relname) as place, format('%I', a.attname) as field,
      c.confdeltype as rule
    from pg_catalog.pg_constraint as c
    join pg_catalog.pg_class as t on t.oid = c.conrelid
    join pg_catalog.pg_namespace as n on n.oid = t.relnamespace
    join pg_catalog.pg_attribute as a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'auth.users'::regclass
      and n.nspname in ('public', 'private') and c.confdeltype in ('c', 'n')
  loop
    if key.rule = 'c' then
      execute format('delete from %s where %s = $1', key.place, key.field) using new.id;
    else
      execute format('update %s set %2$s = null where %2$s = $1', key.place, key.field) using new.id;
    end if;
  end loop;
  return null;
end
$$;
create trigger empty_account after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.empty_account();

-- For tables whose rows say when they were changed last.
create function private.set_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;

-- An expected refusal: the message is the code that api/errors.ts knows.
create function private.refuse(code text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception '%', code using errcode = 'ZX001';
end
$$;
grant execute on function private.refuse(text) to authenticated;
