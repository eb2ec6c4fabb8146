-- Teams: who is asked to work for a company, what they may do there, and what becomes of it when they leave. Decision 98.

create table public.company_invitations (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  email text not null check (email = lower(email) and email like '%_@_%' and char_length(email) <= 255),
  role text not null check (role in ('admin', 'recruiter', 'viewer')),
  invited_by uuid references auth.users (id) on delete set null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  -- Of the link in the newest mail; it is made when that is sent.
  token_hash text unique,
  constraint company_invitations_once unique (company_id, email)
);
create index company_invitations_invited_by on public.company_invitations (invited_by);
alter table public.company_invitations enable row level security;
revoke all on public.company_invitations from anon, authenticated;
create policy "admins read whom their company invited" on public.company_invitations for select to authenticated
  using (company_id = any ((select private.own_companies('admin'))::uuid[]));
grant select (id, company_id, email, role, invited_by, sent_at, expires_at)
  on public.company_invitations to authenticated;
create trigger before_1_plain_text before insert or update on public.company_invitations
  for each row execute function private.make_plain_text();

-- Each mail that an invitation caused. Withdrawing one and asking again does not make room for more.
create table private.invitation_mails (
  id bigint generated always as identity primary key,
  sent_by uuid not null references auth.users (id) on delete cascade,
  email text not null,
  at timestamptz not null default now()
);
create index invitation_mails_sent_by on private.invitation_mails (sent_by, at);
create index invitation_mails_email on private.invitation_mails (email, at);
alter table private.invitation_mails enable row level security;
revoke all on private.invitation_mails from anon, authenticated;

create function private.say_no(status text, words text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = 'PT' || status, message = words;
end $$;

-- One at a time for each company, so that the last admin stays and limits are counted right.
create function private.lock_company(company uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('company ' || company, 0))
$$;

create function private.require_admin(company uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_company(company);
  if not exists (select from public.company_members as m
    where m.company_id = company and m.user_id = auth.uid() and m.role = 'admin')
  then perform private.say_no('403', 'Only an admin of the company can do this.');
  end if;
end $$;
revoke execute on function private.require_admin(uuid), private.lock_company(uuid) from public;

-- Orders the mail, where the day has room for it.
create function private.order_invitation(invitation uuid, address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if not auth.has_proved_mailbox(me) then
    perform private.say_no('403', 'Confirm your own email address first. Then you can invite others.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invitations ' || me, 0));
  delete from private.invitation_mails where at < now() - interval '1 day';
  if (select count(*) from private.invitation_mails where sent_by = me) >= 20 then
    perform private.say_no('429', 'You have sent 20 invitations within a day. Continue tomorrow.');
  end if;
  if (select count(*) from private.invitation_mails where email = address) >= 3 then
    perform private.say_no('429', 'This address has had three invitations within a day. Try again tomorrow.');
  end if;
  insert into private.invitation_mails (sent_by, email) values (me, address);
  perform queue.add('team-invitation', json_build_object('id', invitation), 'team-invitation ' || invitation);
end $$;
revoke execute on function private.order_invitation(uuid, text) from public;

create function public.invite_to_company(company uuid, address text, as_role text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted text := lower(btrim(address));
  made uuid;
begin
  perform private.require_admin(company);
  if as_role is null or as_role not in ('admin', 'recruiter', 'viewer') then
    perform private.say_no('400', 'Choose what this person may do.');
  end if;
  if wanted is null or wanted !~ '^[^\s@<>",;:]+@[^\s@<>",;:]+\.[^\s@<>",;:.]+$' or char_length(wanted) > 255 then
    perform private.say_no('400', 'Please enter a valid email');
  end if;
  if exists (select from public.company_members as m join auth.users as u on u.id = m.user_id
    where m.company_id = company and lower(u.email) = wanted)
  then perform private.say_no('409', 'This person works for the company already.');
  end if;
  if (select count(*) from public.company_members as m where m.company_id = company)
    + (select count(*) from public.company_invitations as i where i.company_id = company) >= 50
  then perform private.say_no('409', 'A company has room for 50 people and invitations. Withdraw or remove one first.');
  end if;
  insert into public.company_invitations (company_id, email, role, invited_by)
    values (company, wanted, as_role, auth.uid())
    on conflict do nothing returning id into made;
  if made is null then
    perform private.say_no('409', 'This address has an invitation already. You can send it again.');
  end if;
  perform private.order_invitation(made, wanted);
  return made;
end $$;

create function public.send_invitation_again(invitation uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  it public.company_invitations;
begin
  select * into it from public.company_invitations as i
    where i.id = invitation and i.company_id = any (private.own_companies('admin')) for update;
  if it.id is null then perform private.say_no('404', 'This invitation is not there any more.'); end if;
  perform private.require_admin(it.company_id);
  perform private.order_invitation(it.id, it.email);
  update public.company_invitations set invited_by = auth.uid(), sent_at = now(),
    expires_at = now() + interval '14 days' where id = it.id;
end $$;

create function public.withdraw_invitation(invitation uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.company_invitations as i
    where i.id = invitation and i.company_id = any (private.own_companies('admin'))
$$;

-- For the task that sends it: the link of an older mail ends with this.
create function private.give_invitation_link(invitation uuid, hash text)
returns table (email text, role text, company text, inviter text)
language sql volatile security definer set search_path = '' as $$
  update public.company_invitations as i set token_hash = hash
    from public.companies as c
    where i.id = invitation and i.expires_at > now() and c.id = i.company_id
    returning i.email, i.role, coalesce(private.not_our_name(c.name), 'A company'),
      coalesce((select private.not_our_name(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100))
        from auth.users as u where u.id = i.invited_by), 'Somebody')
$$;
revoke execute on function private.give_invitation_link(uuid, text) from public;
grant execute on function private.give_invitation_link(uuid, text) to service_role;

create function private.invitation_of(token text) returns public.company_invitations
language sql stable security definer set search_path = '' as $$
  select i from public.company_invitations as i
    where i.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex') and i.expires_at > now()
$$;
revoke execute on function private.invitation_of(text) from public;

-- What somebody is asked to join, for whoever brings the link. Only the proved mailbox of that address accepts.
create function public.read_invitation(token text)
returns table (company text, inviter text, role text, is_for_me boolean, is_proved boolean)
language sql stable security definer set search_path = '' as $$
  select c.name,
    coalesce((select private.not_our_name(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100))
      from auth.users as u where u.id = i.invited_by), 'Somebody'),
    i.role, lower(me.email) = i.email, auth.has_proved_mailbox(me.id)
  from private.invitation_of(token) as i
  join public.companies as c on c.id = i.company_id
  join auth.users as me on me.id = auth.uid()
$$;

create function public.accept_invitation(token text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
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

create function public.set_member_role(company uuid, person uuid, wanted text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin(company);
  if wanted is null or wanted not in ('admin', 'recruiter', 'viewer') then
    perform private.say_no('400', 'Choose what this person may do.');
  end if;
  if wanted <> 'admin' and not exists (select from public.company_members as m
    where m.company_id = company and m.role = 'admin' and m.user_id <> person)
  then perform private.say_no('409', 'A company needs an admin. Make somebody else one first.');
  end if;
  update public.company_members as m set role = wanted where m.company_id = company and m.user_id = person;
  if not found then perform private.say_no('404', 'This person does not work for the company any more.'); end if;
end $$;

-- An admin removes somebody, or somebody leaves. The last person ends the company, and says so.
create function public.leave_company(company uuid, person uuid, ends_company boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if not exists (select from public.company_members as m where m.company_id = company and m.user_id = me) then
    perform private.say_no('403', 'You do not work for this company.');
  end if;
  if person is distinct from me then
    perform private.require_admin(company);
  else
    perform private.lock_company(company);
  end if;
  if not exists (select from public.company_members as m where m.company_id = company and m.user_id <> person) then
    if not ends_company then
      perform private.say_no('409', 'You are the only person of this company. It ends with you, and its jobs are deleted.');
    end if;
  elsif not exists (select from public.company_members as m
    where m.company_id = company and m.role = 'admin' and m.user_id <> person)
  then perform private.say_no('409', 'A company needs an admin. Make somebody else one first.');
  end if;
  delete from public.company_members as m where m.company_id = company and m.user_id = person;
  if found and person is distinct from me then
    perform queue.add('team-news', json_build_object('kind', 'removed', 'companyId', company, 'userId', person,
      'byId', me));
  end if;
end $$;
revoke execute on function public.invite_to_company(uuid, text, text), public.send_invitation_again(uuid),
  public.withdraw_invitation(uuid), public.read_invitation(text), public.accept_invitation(text),
  public.set_member_role(uuid, uuid, text), public.leave_company(uuid, uuid, boolean) from public, anon;
grant execute on function public.invite_to_company(uuid, text, text), public.send_invitation_again(uuid),
  public.withdraw_invitation(uuid), public.read_invitation(text), public.accept_invitation(text),
  public.set_member_role(uuid, uuid, text), public.leave_company(uuid, uuid, boolean) to authenticated;

-- Who works with the caller, by name and address.
create function public.company_people(company uuid)
returns table (user_id uuid, name text, email text, role text, joined_at timestamptz, is_me boolean)
language sql stable security definer set search_path = '' as $$
  select m.user_id, nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), u.email, m.role, m.joined_at,
    m.user_id = auth.uid()
  from public.company_members as m join auth.users as u on u.id = m.user_id
  where m.company_id = company and company = any (private.own_companies('viewer'))
  order by m.joined_at, m.user_id
$$;
revoke execute on function public.company_people(uuid) from public, anon;
grant execute on function public.company_people(uuid) to authenticated;

-- What the person did for the company stays with it: with whoever removed them, or the admin who is there longest.
create or replace function private.hand_over(person uuid, company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  heir uuid;
begin
  perform private.lock_company(company);
  select m.user_id into heir from public.company_members as m
    where m.company_id = hand_over.company and m.user_id <> person
    order by array_position(array['admin', 'recruiter', 'viewer'], m.role), m.user_id is distinct from auth.uid(),
      m.joined_at, m.user_id limit 1;
  if heir is null then return; end if;
  update public.company_members set role = 'admin' where company_id = hand_over.company and user_id = heir and role <> 'admin';
  update public.jobs set posted_by = heir where company_id = hand_over.company and posted_by = person;
end $$;

create function private.hand_over_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.hand_over(old.user_id, old.company_id);
  -- What is open on their screens is read again, and is not there any more.
  perform private.tell_person(old.user_id, what) from unnest(array['jobs', 'messages', 'membership']) as what;
  return null;
end $$;
create trigger hand_over_left after delete on public.company_members
  for each row execute function private.hand_over_left();

-- A closed account works for nobody.
create function private.leave_all() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.company_members as m where m.user_id = new.id and exists (
    select from public.company_members as other where other.company_id = m.company_id and other.user_id <> new.id);
  return null;
end $$;
create trigger leave_all after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.leave_all();

create function private.tell_team() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_person(m.user_id, 'jobs') from public.company_members as m
    where m.company_id = coalesce(new.company_id, old.company_id);
  return null;
end $$;
create trigger tell_team after insert or update or delete on public.company_members
  for each row execute function private.tell_team();

-- Everybody of the company hears of its postings, once for each statement.
create or replace function private.tell_poster() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_person(person, 'jobs') from (select distinct m.user_id as person
    from changed as c join public.company_members as m on m.company_id = c.company_id) as p;
  return null;
end $$;
create or replace function private.tell_poster_of_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_person(person, 'jobs') from (
    select distinct m.user_id as person from changed as c join public.jobs as j on j.id = c.job_id
      join public.company_members as m on m.company_id = j.company_id) as p;
  return null;
end $$;
