-- Who looks after the site, and when they may. Decision 84. The schema is never among those of the table API:
-- its tables are reached by functions alone, as the person, under the policies below.
create schema staff;
grant usage on schema staff to authenticated, service_role;

create table staff.members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('owner', 'staff', 'viewer')),
  appointed_by uuid,
  -- Whatever was shown before this moment (a factor, an acceptance) counts for nothing.
  appointed_at timestamptz not null,
  accepted_at timestamptz not null
);

-- Who was asked, until they accept. The hash is that of the link in the newest mail.
create table staff.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and email like '%_@_%' and length(email) <= 255),
  role text not null check (role in ('owner', 'staff', 'viewer')),
  appointed_by uuid default auth.uid(),
  appointed_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '7 days',
  token_hash text
);

-- When somebody last did something in a session. Refreshed tokens and polls write nothing here.
create table staff.activity (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  last_at timestamptz not null
);

alter table staff.members enable row level security;
alter table staff.invitations enable row level security;
alter table staff.activity enable row level security;

create function staff.rank(role text) returns int
language sql immutable set search_path = '' as $$
  select case role when 'owner' then 3 when 'staff' then 2 when 'viewer' then 1 else 0 end
$$;

-- When the session of the caller last showed a second factor, or a passkey, which is one by itself. Null for a
-- token or a session of the first level.
create function staff.factor_shown_at() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(c.updated_at) from auth.sessions as s
    join auth.mfa_amr_claims as c on c.session_id = s.id
  where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
    and s.not_after > now()
    and (c.authentication_method = 'passkey'
      or (c.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')
        and s.aal in ('aal2', 'aal3') and auth.jwt() ->> 'aal' in ('aal2', 'aal3')))
$$;

-- What the caller is, and what their power still waits for: nothing, when it is there. No row for everybody else.
create function staff.own_standing() returns table (role text, needs text)
language sql stable security definer set search_path = '' as $$
  select m.role, case
      when m.accepted_at < m.appointed_at then 'acceptance'
      when not auth.has_proved_mailbox(m.user_id) then 'mailbox'
      when shown.at is null or shown.at < m.appointed_at then 'factor'
      when greatest(shown.at, a.last_at) < now() - interval '1 hour' then 'factor'
    end
  from staff.members as m
    join auth.users as u on u.id = m.user_id and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
    cross join (select staff.factor_shown_at() as at) as shown
    left join staff.activity as a on a.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
  where m.user_id = auth.uid() and auth.role() = 'authenticated'
$$;

-- Asked by every policy and function of staff's.
create function private.has_staff_role(minimum text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from staff.own_standing() as own
    where own.needs is null and staff.rank(own.role) >= greatest(staff.rank(minimum), 1))
$$;
grant execute on function private.has_staff_role(text) to authenticated;

-- For definer functions of staff's: the first thing that each says.
create function staff.require(minimum text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_staff_role(minimum) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
end
$$;

-- Before dangerous acts: a factor that was shown within the last five minutes.
create function staff.require_fresh_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if coalesce(staff.factor_shown_at() < now() - interval '5 minutes', true) then
    raise exception 'the second factor is asked for again' using errcode = 'SF403';
  end if;
end
$$;

-- Nobody acts on themselves, or on somebody of a higher role.
create function staff.require_other(person uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if person = auth.uid() then
    raise exception 'nobody acts on themselves' using errcode = 'SF409';
  end if;
  if exists (select from staff.members as them, staff.members as me
    where them.user_id = person and me.user_id = auth.uid()
      and staff.rank(them.role) > staff.rank(me.role)) then
    raise exception 'nobody acts on a higher role' using errcode = 'SF409';
  end if;
end
$$;

-- The beginning of every function of staff's. What only polls is no activity.
create function staff.begin(minimum text, is_dangerous boolean, is_poll boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require(minimum);
  if is_dangerous then
    perform staff.require_fresh_factor();
  end if;
  if not is_poll then
    insert into staff.activity as known (session_id, last_at)
      values ((auth.jwt() ->> 'session_id')::uuid, now())
      on conflict (session_id) do update set last_at = excluded.last_at
        where known.last_at < excluded.last_at - interval '30 seconds';
  end if;
  return (select own.role from staff.own_standing() as own);
end
$$;

-- What somebody may know of themselves: what waits for them, or that their power waits for something. Whoever made
-- an account with somebody else's address hears of no invitation, unless they bring its link.
create function staff.own_page(token text) returns table (role text, needs text, has_factor boolean)
language sql stable security definer set search_path = '' as $$
  with own as (
    select own.role, own.needs, 1 as place from staff.own_standing() as own
    union all
    select i.role, case when auth.has_proved_mailbox(u.id) then 'acceptance' else 'mailbox' end, 0
    from staff.invitations as i join auth.users as u on lower(u.email) = i.email
    where u.id = auth.uid() and i.ends_at > now()
      and (auth.has_proved_mailbox(u.id) or i.token_hash = token)
  )
  select own.role, own.needs,
    exists (select from auth.mfa_factors as f where f.user_id = auth.uid() and f.status = 'verified')
      or exists (select from auth.webauthn_credentials as c where c.user_id = auth.uid())
  from own order by own.place limit 1
$$;

-- An owner whom nobody could follow. People of the demo content are nobody's last hope.
create function private.is_last_owner(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from staff.members as m join auth.users as u on u.id = m.user_id
      where m.user_id = person and m.role = 'owner' and u.email not like '%@demo.example')
    and not exists (select from staff.members as m join auth.users as u on u.id = m.user_id
      where m.user_id <> person and m.role = 'owner' and m.accepted_at >= m.appointed_at
        and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
        and u.email not like '%@demo.example')
$$;
grant execute on function private.is_last_owner(uuid) to service_role;

create function staff.keep_last_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := case tg_table_name when 'members' then to_jsonb(old) ->> 'user_id' else to_jsonb(old) ->> 'id' end;
begin
  -- Two owners who leave at the same moment do so one after the other.
  if exists (select from staff.members as m where m.user_id = person and m.role = 'owner') then
    perform pg_advisory_xact_lock(hashtextextended('staff.members', 0));
    if private.is_last_owner(person) then
      raise exception 'the last owner stays' using errcode = 'SF410';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger keep_last_owner before delete on staff.members
  for each row execute function staff.keep_last_owner();
create trigger keep_last_owner_role before update of role on staff.members
  for each row when (old.role = 'owner' and new.role <> 'owner')
  execute function staff.keep_last_owner();
create trigger keep_last_owner before delete on auth.users
  for each row execute function staff.keep_last_owner();
create trigger before_2_keep_last_owner before update of banned_until, deleted_at on auth.users
  for each row when (new.banned_until > now() and new.banned_until is distinct from old.banned_until
    or new.deleted_at is not null and old.deleted_at is null)
  execute function staff.keep_last_owner();

revoke all on staff.members, staff.invitations, staff.activity from anon, authenticated, service_role;
grant select, update (role), delete on staff.members to authenticated;
grant select (id, email, role, appointed_by, appointed_at, ends_at), insert (email, role), delete
  on staff.invitations to authenticated;

create policy "Staff see who is staff" on staff.members for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Owners change roles, never their own" on staff.members for update to authenticated
  using ((select private.has_staff_role('owner')) and user_id <> auth.uid())
  with check ((select private.has_staff_role('owner')) and user_id <> auth.uid());
create policy "Owners remove others, and everybody may leave" on staff.members for delete to authenticated
  using ((select private.has_staff_role(case when user_id = auth.uid() then 'viewer' else 'owner' end)));
create policy "Staff see who was asked" on staff.invitations for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Owners ask others" on staff.invitations for insert to authenticated
  with check ((select private.has_staff_role('owner')) and email <> lower(auth.email()));
create policy "Owners take it back" on staff.invitations for delete to authenticated
  using ((select private.has_staff_role('owner')));

-- Whoever may leave sees the row that goes.
create policy "Everybody with power sees themselves" on staff.members for select to authenticated
  using (user_id = auth.uid() and (select private.has_staff_role('viewer')));

-- However somebody is asked, the mail goes out by itself; its link is made then.
create function staff.send_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('staff-invitation', json_build_object('id', new.id), 'staff-invitation ' || new.id);
  return null;
end
$$;
create trigger send_invitation after insert or update of appointed_at on staff.invitations
  for each row execute function staff.send_invitation();

create index members_order on staff.members (appointed_at desc, user_id desc);
create index invitations_order on staff.invitations (appointed_at desc, id desc);

grant execute on function staff.rank(text), staff.require(text), staff.require_fresh_factor(),
  staff.require_other(uuid), staff.begin(text, boolean, boolean), staff.own_page(text) to authenticated;

-- Whoever has a role or was asked. A view sees past the policies, so it asks itself who looks.
create view staff.team with (security_barrier) as
  select m.user_id as id, 'person' as kind, u.email::text as email, m.role, m.appointed_at,
    case when m.accepted_at < m.appointed_at then 'asked again'
      when u.banned_until > now() then 'blocked' else 'accepted' end as state
  from staff.members as m join auth.users as u on u.id = m.user_id
  where (select private.has_staff_role('staff'))
  union all
  select i.id, 'invitation', i.email, i.role, i.appointed_at,
    case when i.ends_at > now() then 'asked' else 'ended' end
  from staff.invitations as i
  where (select private.has_staff_role('staff'));
revoke all on staff.team from anon, authenticated, service_role;
grant select on staff.team to authenticated;
