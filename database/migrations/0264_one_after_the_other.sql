-- Where rows of one owner are counted before another is added, requests at the same moment each found room for theirs: they come
-- one after the other now, by a lock that ends with the transaction.

create function private.take_turn() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || ' of ' || new.user_id, 0));
  return new;
end $$;
revoke execute on function private.take_turn() from public;

create trigger before_0_take_turn before insert on public.saved_jobs
  for each row execute function private.take_turn();
create trigger before_0_take_turn before insert on public.profile_hides
  for each row execute function private.take_turn();

-- Counted by a statement that begins once the other has ended: what there is room for is saved, as of one tab alone.
create or replace function public.save_jobs(ids uuid[]) returns integer
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('saved_jobs of ' || auth.uid(), 0));
  with saved as (
    insert into public.saved_jobs (user_id, job_id)
    select (select auth.uid()), chosen.id from (
      select distinct on (given.id) given.id, given.place
      from unnest(ids[1:500]) with ordinality as given (id, place)
      join public.jobs as j on j.id = given.id
      where not exists (select from public.saved_jobs as s
        where s.user_id = (select auth.uid()) and s.job_id = given.id)
      order by given.id, given.place
    ) as chosen
    order by chosen.place
    limit greatest(500 - (select count(*) from public.saved_jobs
      where user_id = (select auth.uid())), 0)
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from saved
$$;

create or replace function private.limit_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket_id <> 'avatars' then return new; end if;
  if private.is_sent_by_people() and split_part(new.name, '/', 1) = auth.uid()::text then
    -- No key says whose a file is: what is still being read when an account ends would stay behind.
    perform from auth.users as u where u.id = auth.uid() for key share;
    if not found then raise exception 'This account is closed.' using errcode = '42501'; end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('pictures of ' || split_part(new.name, '/', 1), 0));
  if (select count(*) from storage.objects where bucket_id = 'avatars'
      and path_tokens[1] = split_part(new.name, '/', 1) and name <> new.name) >= 20 then
    raise exception 'Your folder holds 20 pictures. Remove one first.' using errcode = 'PT409';
  end if;
  return new;
end $$;

create or replace function private.limit_logos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket_id <> 'company-logos' then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('logos of ' || split_part(new.name, '/', 1), 0));
  if (select count(*) from storage.objects where bucket_id = 'company-logos'
      and path_tokens[1] = split_part(new.name, '/', 1) and name <> new.name) >= 10 then
    raise exception 'You tried ten logos today. Come back tomorrow.' using errcode = 'PT409';
  end if;
  return new;
end $$;

create or replace function public.accept_invitation(token text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  it public.company_invitations;
begin
  select * into it from private.invitation_of(token);
  if it.id is null then
    perform private.say_no('404', 'This link no longer works. Ask for a new invitation.');
  end if;
  perform private.lock_company(it.company_id);
  -- Withdrawn a moment ago.
  delete from public.company_invitations as i using auth.users as u
    where i.id = it.id and u.id = me and lower(u.email) = i.email and auth.has_proved_mailbox(me);
  if not found then
    perform private.say_no('403', 'Sign in with the account of the address that was invited, and confirm that address.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('companies of ' || me, 0));
  if (select count(*) from public.company_members as m where m.user_id = me) >= 20 then
    perform private.say_no('409', 'You work for 20 companies already. Leave one first.');
  end if;
  insert into public.company_members (company_id, user_id, role) values (it.company_id, me, it.role)
    on conflict do nothing;
  -- Whoever has not said yet for whom they hire has said it now.
  if it.role <> 'viewer' then
    insert into public.employers (user_id, company)
      select me, c.name from public.companies as c where c.id = it.company_id on conflict do nothing;
  end if;
  perform queue.add('team-news', json_build_object('kind', 'joined', 'companyId', it.company_id, 'userId', me,
    'byId', it.invited_by));
  return it.company_id;
end $$;
