-- What staff did, for good. Decision 85. The tables belong to a role that nobody logs in as or may become, so that
-- no role of the site's changes or empties them: the functions below are the only way in.
do $$
begin
  create role staff_keeper nologin noinherit;
exception when duplicate_object or unique_violation then null;
end $$;
-- Who is no superuser gives things away to a role only while it may become it.
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant staff_keeper to %I with inherit false, set true', current_user);
  end if;
end $$;

create table staff.log (
  position bigint primary key,
  at timestamptz not null,
  -- A person; a command on the server; or the site by itself.
  actor_kind text not null check (actor_kind in ('person', 'command', 'site')),
  actor_id uuid check ((actor_id is not null) = (actor_kind = 'person')),
  act text not null check (act ~ '^[a-z][a-z-]{1,60}$'),
  subject_kind text not null default '' check (subject_kind ~ '^[a-z-]{0,40}$'),
  subject_id text not null default '' check (length(subject_id) <= 200),
  -- By it a change knows at its commit that it is on record.
  transaction_id xid8 not null,
  -- Of what lies apart, and goes sooner.
  details_hash bytea not null,
  -- Of the entry before and of all that stands above, but the transaction.
  hash bytea not null
);
create index log_at on staff.log (at);
create index log_actor on staff.log (actor_id, position desc);
create index log_act on staff.log (act, position desc);
create index log_subject on staff.log (subject_id, position desc);

-- Words and values that may be about people. The salt keeps what is gone from being guessed by its hash.
create table staff.log_details (
  position bigint primary key references staff.log (position),
  actor_address text,
  reason text check (length(reason) <= 1000),
  before jsonb,
  after jsonb,
  salt text not null default gen_random_uuid()::text
);
alter table staff.log enable row level security;
alter table staff.log_details enable row level security;
revoke all on staff.log, staff.log_details from anon, authenticated, service_role;
grant select on staff.log, staff.log_details to authenticated;
create policy "Staff read the log" on staff.log for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Staff read its details" on staff.log_details for select to authenticated
  using ((select private.has_staff_role('staff')));

create function staff.hash_of(entry staff.log, former bytea) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(former || convert_to(jsonb_build_array(entry.position,
    (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_kind, entry.actor_id, entry.act,
    entry.subject_kind, entry.subject_id, encode(entry.details_hash, 'hex'))::text, 'utf8'))
$$;

create function staff.hash_of(details staff.log_details) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(jsonb_build_array(details.actor_address, details.reason, details.before,
    details.after, details.salt)::text, 'utf8'))
$$;

-- One entry after the other: the lock is held until the end of the transaction, so the chain never forks.
create function staff.chain_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  last staff.log;
begin
  perform pg_advisory_xact_lock(hashtextextended('staff.log', 0));
  select * into last from staff.log order by position desc limit 1;
  new.position := coalesce(last.position, 0) + 1;
  new.at := clock_timestamp();
  new.transaction_id := pg_current_xact_id();
  new.hash := staff.hash_of(new, coalesce(last.hash, ''));
  return new;
end
$$;
create trigger chain_entry before insert on staff.log
  for each row execute function staff.chain_entry();

create function staff.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'the log is only added to' using errcode = '42501';
end
$$;
create trigger refuse_change before update or delete or truncate on staff.log
  for each statement execute function staff.refuse_change();
create trigger refuse_change before update or truncate on staff.log_details
  for each statement execute function staff.refuse_change();

create function staff.append(actor_kind text, actor_id uuid, actor_address text, act text,
  subject_kind text, subject_id text, reason text, before jsonb, after jsonb) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  details staff.log_details;
  written bigint;
begin
  details := row(null, actor_address, nullif(reason, ''), before, after, gen_random_uuid()::text);
  insert into staff.log (actor_kind, actor_id, act, subject_kind, subject_id, details_hash)
    values (actor_kind, actor_id, act, coalesce(subject_kind, ''), coalesce(subject_id, ''),
      staff.hash_of(details))
    returning position into written;
  details.position := written;
  insert into staff.log_details select details.*;
  return written;
end
$$;

-- What was said more than that long ago, or about one person. Tells how much it was.
create function staff.drop_details(until timestamptz, subject text) returns bigint
language sql volatile security definer set search_path = '' as $$
  with gone as (
    delete from staff.log_details as d using staff.log as l
      where l.position = d.position and (l.at < until or l.subject_id = subject)
      returning 1)
  select count(*) from gone
$$;

-- Reads the whole chain. `broken_at` is the first entry that is not as it was written.
create function staff.read_chain() returns table (entries bigint, head text, broken_at bigint)
language sql stable security definer set search_path = '' as $$
  with links as (
    select l.position, l.hash,
      l.position = row_number() over (order by l.position)
        and l.hash = staff.hash_of(l, coalesce(lag(l.hash) over (order by l.position), ''))
        and (d.position is null or l.details_hash = staff.hash_of(d)) as holds
    from staff.log as l left join staff.log_details as d on d.position = l.position)
  select count(*), (select encode(hash, 'hex') from links order by position desc limit 1),
    min(position) filter (where not holds) from links
$$;

-- Whether the newest entry is of this transaction, which holds the lock then.
create function staff.is_on_record() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select transaction_id = pg_current_xact_id_if_assigned()
    from staff.log order by position desc limit 1), false)
$$;

do $$
declare
  thing text;
  migrator constant text := current_user;
begin
  grant usage, create on schema staff to staff_keeper;
  foreach thing in array array['table staff.log', 'table staff.log_details',
    'function staff.hash_of(staff.log, bytea)', 'function staff.hash_of(staff.log_details)',
    'function staff.chain_entry()', 'function staff.refuse_change()',
    'function staff.append(text, uuid, text, text, text, text, text, jsonb, jsonb)',
    'function staff.drop_details(timestamptz, text)', 'function staff.read_chain()',
    'function staff.is_on_record()']
  loop
    execute format('alter %s owner to staff_keeper', thing);
    -- By the new owner: what the old one grants to itself goes over with the rest.
    if thing like 'function%' then
      set local role staff_keeper;
      execute format('grant execute on %s to %I', thing, migrator);
      execute format('set local role %I', migrator);
    end if;
  end loop;
  revoke create on schema staff from staff_keeper;
end $$;

-- The one way for people: who it was is never theirs to say.
create function staff.write_log(act text, subject_kind text, subject_id text, reason text default null,
  before jsonb default null, after jsonb default null) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('viewer');
  return staff.append('person', auth.uid(), auth.email(), act, subject_kind, subject_id, reason, before, after);
end
$$;

-- For tables of staff's: at its commit a change must be on record, or it does not happen.
create function staff.must_be_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not staff.is_on_record() then
    raise exception 'this was not written into the log' using errcode = 'SF500';
  end if;
  return null;
end
$$;

-- Whoever closes their account leaves with it, which is noted.
create function staff.note_closed_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.users where id = old.user_id) then
    perform staff.append('site', null, null, 'left-with-account', 'person', old.user_id::text, null,
      jsonb_build_object('role', old.role), null);
  end if;
  return null;
end
$$;
create trigger note_closed_account after delete on staff.members
  for each row execute function staff.note_closed_account();
create constraint trigger must_be_logged after insert or update or delete on staff.members
  deferrable initially deferred for each row execute function staff.must_be_logged();
create constraint trigger must_be_logged after insert or update or delete on staff.invitations
  deferrable initially deferred for each row execute function staff.must_be_logged();

-- Somebody signed in brings the link that came by mail to the address of their account.
create function staff.accept_invitation(token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked staff.invitations;
begin
  delete from staff.invitations as i using auth.users as u
    where i.token_hash = token and i.ends_at > now() and u.id = auth.uid() and lower(u.email) = i.email
      and auth.has_proved_mailbox(u.id) and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
    returning i.* into asked;
  if asked.id is null then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  insert into staff.members as known (user_id, role, appointed_by, appointed_at, accepted_at)
    values (auth.uid(), asked.role, asked.appointed_by, asked.appointed_at, now())
    on conflict (user_id) do update set role = excluded.role, appointed_by = excluded.appointed_by,
      appointed_at = excluded.appointed_at, accepted_at = excluded.accepted_at;
  perform staff.append('person', auth.uid(), auth.email(), 'accept', 'person', auth.uid()::text, null, null,
    jsonb_build_object('role', asked.role));
  return asked.role;
end
$$;

-- By an owner, about one person: their values go from the log, and the log says so.
create function staff.erase_details(person uuid, reason text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  dropped bigint;
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  dropped := staff.drop_details('-infinity', person::text);
  perform staff.append('person', auth.uid(), auth.email(), 'erase-details', 'person', '', reason, null,
    jsonb_build_object('entries', dropped));
  return dropped;
end
$$;

-- By the clock. How long they stay is a setting, and never less than a month.
create function staff.clean_log_details() returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  months int := greatest(coalesce(private.setting('staff_log_details_months')::int, 24), 1);
  dropped bigint;
begin
  dropped := staff.drop_details(now() - make_interval(months => months), null);
  if dropped > 0 then
    perform staff.append('site', null, null, 'details-ended', '', '', null, null,
      jsonb_build_object('entries', dropped, 'months', months));
  end if;
  return dropped;
end
$$;

create function staff.check_log() returns table (entries bigint, head text, broken_at bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() then
    perform staff.require('staff');
  end if;
  return query select * from staff.read_chain();
end
$$;

-- Commands on the server. The first owner; afterwards owners appoint each other.
create function staff.appoint_first_owner(address text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked uuid;
begin
  if exists (select from staff.members as m join auth.users as u on u.id = m.user_id
    where m.role = 'owner' and u.email not like '%@demo.example') then
    raise exception 'there is an owner' using errcode = 'SF411';
  end if;
  -- Of several that were begun, the newest counts.
  delete from staff.invitations as i where i.appointed_by is null;
  insert into staff.invitations as known (email, role, appointed_by) values (lower(address), 'owner', null)
    on conflict (email) do update set role = 'owner', appointed_at = now(), token_hash = null,
      ends_at = now() + interval '7 days'
    returning id into asked;
  perform staff.append('command', null, null, 'appoint', 'invitation', asked::text, null, null,
    jsonb_build_object('email', lower(address), 'role', 'owner'));
  return asked;
end
$$;

-- The only owner has lost every factor: all that signed in is taken away, and the appointment begins again, with a
-- link to the mailbox and a new factor.
create function staff.lose_factor(address text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
  asked uuid;
begin
  select m.user_id into person from staff.members as m join auth.users as u on u.id = m.user_id
    where m.role = 'owner' and lower(u.email) = lower(address) and private.is_last_owner(m.user_id);
  if person is null then
    return null;
  end if;
  delete from auth.mfa_factors where user_id = person;
  delete from auth.webauthn_credentials where user_id = person;
  delete from auth.sessions where user_id = person;
  update staff.members set appointed_at = clock_timestamp() where user_id = person;
  insert into staff.invitations as known (email, role, appointed_by) values (lower(address), 'owner', null)
    on conflict (email) do update set role = 'owner', appointed_at = now(), token_hash = null,
      ends_at = now() + interval '7 days'
    returning id into asked;
  perform staff.append('command', null, null, 'lose-factor', 'person', person::text, null, null, null);
  return asked;
end
$$;

-- The link is made when its mail is sent.
create function staff.give_link(asked uuid, hash text) returns table (email text, role text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  return query update staff.invitations as i set token_hash = hash
    where i.id = asked and i.ends_at > now() returning i.email, i.role;
  if found then
    perform staff.append('site', null, null, 'send-invitation', 'invitation', asked::text, null, null, null);
  end if;
end
$$;

create function staff.list_members() returns table (email text, role text, appointed_at timestamptz, state text)
language sql stable security definer set search_path = '' as $$
  select u.email::text, m.role, m.appointed_at, case
      when m.accepted_at < m.appointed_at then 'asked again'
      when u.banned_until > now() then 'blocked' else 'accepted' end
    from staff.members as m join auth.users as u on u.id = m.user_id
  union all
  select i.email, i.role, i.appointed_at, case when i.ends_at > now() then 'asked' else 'asked, the link has ended' end
    from staff.invitations as i
  order by 3
$$;

-- Of the demo content, which never exists where strangers come.
create function staff.open_demo_owner(person uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into staff.members (user_id, role, appointed_at, accepted_at)
    select id, 'owner', now(), now() from auth.users
      where id = person and email = 'owner@demo.example'
    on conflict do nothing;
  if found then
    perform staff.append('command', null, null, 'appoint', 'person', person::text, null, null,
      jsonb_build_object('email', 'owner@demo.example', 'role', 'owner'));
  end if;
end
$$;

grant execute on function staff.write_log(text, text, text, text, jsonb, jsonb),
  staff.accept_invitation(text), staff.erase_details(uuid, text), staff.check_log() to authenticated;
grant execute on function staff.clean_log_details(), staff.check_log(), staff.appoint_first_owner(text),
  staff.lose_factor(text), staff.give_link(uuid, text), staff.list_members(), staff.open_demo_owner(uuid)
  to service_role;
insert into private.settings (name, value) values ('staff_log_details_months', '24');

do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke staff_keeper from %I', current_user);
  end if;
end $$;
