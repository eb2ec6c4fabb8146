-- A conversation outlives the account of one of its two people: the other keeps their own messages and
-- reads that the account was closed. What the person who left had written goes with the account. The
-- side of somebody who left is null.
alter table public.conversations
  alter column member_id drop not null,
  alter column candidate_id drop not null,
  drop constraint conversations_member_id_fkey,
  drop constraint conversations_candidate_id_fkey,
  add constraint conversations_member_id_fkey
    foreign key (member_id) references auth.users (id) on delete set null,
  add constraint conversations_candidate_id_fkey
    foreign key (candidate_id) references auth.users (id) on delete set null;

create function private.drop_empty_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.conversations where id = new.id;
  return null;
end
$$;
create trigger drop_empty_conversation after update of member_id, candidate_id on public.conversations
  for each row when (new.member_id is null and new.candidate_id is null)
  execute function private.drop_empty_conversation();

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
