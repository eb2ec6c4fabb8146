-- With a soft deletion the address is made unreadable, which counted as a new address: what had just been removed of
-- the account was written anew, under a word that says nothing. The functions say it, for a project owns no trigger of `auth`.
create or replace function staff.keep_person_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.deleted_at is not null then return null; end if;
  insert into staff.people_words as known (user_id, created_at, own)
    values (new.id, coalesce(new.created_at, now()), staff.words_of(new))
    on conflict (user_id) do update set own = excluded.own;
  return null;
end
$$;
create or replace function private.tie_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counts_from timestamptz;
begin
  if new.deleted_at is not null or new.email_confirmed_at is null or private.company_key(new.email) = '' then
    return null;
  end if;
  counts_from := case when tg_op = 'UPDATE' and old.email_confirmed_at is not null
    then private.tie_counts_from(new.id) else now() end;
  insert into public.employer_ties (user_id, company_key, since)
    select new.id, key, counts_from from (
      select private.company_key(new.email) as key
      union select k.key from public.companies as c join private.company_keys as k on k.company_id = c.id
        where c.proven_domain = any (private.domains_above(split_part(lower(new.email), '@', 2)))
    ) as known
    on conflict do nothing;
  return null;
end
$$;
-- may lock or break: only what is left of accounts that an administrator deleted softly, which are few
delete from staff.people_words where user_id in (select id from auth.users where deleted_at is not null);
-- may lock or break: the same accounts
delete from public.employer_ties where user_id in (select id from auth.users where deleted_at is not null);
