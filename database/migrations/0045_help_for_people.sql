-- What staff do for a person who asks: a lost second factor, a copy of their data, the end of the account; and the
-- page on which staff see one person. Decision 87.

-- A request to end the second factors of somebody who lost them. It waits from the moment at which the mail about it
-- went to the person, who can stop it by its link. Done or stopped, the row goes; the log has it.
create table staff.factor_helps (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  asked_by uuid not null default auth.uid(),
  asked_at timestamptz not null default now(),
  told_at timestamptz,
  waits interval not null,
  token_hash text
);
create index factor_helps_token on staff.factor_helps (token_hash);

-- A copy of somebody's data, to be taken by the link in a mail to their proved address.
create table staff.exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  asked_by uuid not null default auth.uid(),
  asked_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '7 days',
  token_hash text,
  taken_at timestamptz
);
create index exports_user_id on staff.exports (user_id);
create index exports_token on staff.exports (token_hash);

alter table staff.factor_helps enable row level security;
alter table staff.exports enable row level security;
revoke all on staff.factor_helps, staff.exports from anon, authenticated, service_role;
create constraint trigger must_be_logged after insert or delete on staff.factor_helps
  deferrable initially deferred for each row execute function staff.must_be_logged_but_for_closed();
create constraint trigger must_be_logged after insert on staff.exports
  deferrable initially deferred for each row execute function staff.must_be_logged_but_for_closed();

insert into private.settings (name, value) values ('staff_factor_wait_hours', '24');

create function staff.has_second_factor(person uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from auth.mfa_factors as f where f.user_id = person and f.status = 'verified')
    or exists (select from auth.webauthn_credentials as c where c.user_id = person)
$$;

-- Whoever has a role of staff's begins again by an appointment: nobody comes to power through help.
create function staff.ask_factor_help(person uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  help staff.factor_helps;
begin
  perform staff.require('staff');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  if not exists (select from auth.users where id = person and deleted_at is null) then
    perform private.refuse('person_gone');
  end if;
  if exists (select from staff.members where user_id = person) then perform private.refuse('has_a_role'); end if;
  if not auth.has_proved_mailbox(person) then perform private.refuse('mailbox_not_proved'); end if;
  if not staff.has_second_factor(person) then perform private.refuse('no_second_factor'); end if;
  insert into staff.factor_helps (user_id, waits)
    values (person, make_interval(hours => greatest(private.setting('staff_factor_wait_hours')::int, 1)))
    on conflict (user_id) do nothing returning * into help;
  if help.id is null then perform private.refuse('help_is_waiting'); end if;
  perform queue.add('staff-factor-help', json_build_object('id', help.id), 'staff-factor-help ' || help.id);
  return jsonb_build_object('hours', extract(epoch from help.waits)::int / 3600);
end
$$;

-- For the mail, which is sent at once. The waiting begins with the first that went out.
create function staff.tell_factor_help(asked uuid, hash text)
returns table (email text, hours int)
language sql volatile security definer set search_path = '' as $$
  update staff.factor_helps as h set token_hash = hash from auth.users as u
    where h.id = asked and u.id = h.user_id
    returning u.email::text, extract(epoch from h.waits)::int / 3600
$$;
create function staff.factor_help_is_told(asked uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update staff.factor_helps set told_at = coalesce(told_at, now()) where id = asked
$$;

-- By the link in that mail. False where it is of no use any more.
create function public.keep_second_step(token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  delete from staff.factor_helps as h
    where h.token_hash = encode(sha256(convert_to(token, 'utf8')), 'hex') returning h.user_id into person;
  if person is null then return false; end if;
  perform staff.append('site', null, null, 'factor-help-stopped', 'person', person::text, null, null,
    jsonb_build_object('by', 'the person'));
  return true;
end
$$;
grant execute on function public.keep_second_step(text) to anon, authenticated;

create function staff.stop_factor_help(person uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  perform staff.require_other(person);
  delete from staff.factor_helps where user_id = person;
  if not found then perform private.refuse('no_help_waiting'); end if;
end
$$;

-- Whether anybody else could agree: a role that looks after people, which is in force.
create function staff.is_alone(me uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from staff.members as m join auth.users as u on u.id = m.user_id
    where m.user_id <> me and staff.rank(m.role) >= staff.rank('staff') and m.accepted_at >= m.appointed_at
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now()))
$$;

-- Another member of staff agrees once the time is over. Whoever is alone waits three times as long.
create function staff.approve_factor_help(person uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  help staff.factor_helps;
  is_alone boolean;
begin
  perform staff.require('staff');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  select * into help from staff.factor_helps where user_id = person for update;
  if help.id is null then perform private.refuse('no_help_waiting'); end if;
  if exists (select from staff.members where user_id = person) then perform private.refuse('has_a_role'); end if;
  is_alone := help.asked_by = auth.uid();
  if is_alone and not staff.is_alone(auth.uid()) then perform private.refuse('second_person_needed'); end if;
  if coalesce(help.told_at + help.waits * case when is_alone then 3 else 1 end > now(), true) then
    perform private.refuse('help_too_early');
  end if;
  delete from auth.mfa_factors where user_id = person;
  delete from auth.webauthn_credentials where user_id = person;
  delete from auth.sessions where user_id = person;
  delete from staff.factor_helps where id = help.id;
  perform queue.add('staff-factors-ended', json_build_object('userId', person));
  return jsonb_build_object('asked_by', help.asked_by, 'alone', is_alone);
end
$$;

create function staff.ask_letter(person uuid, letter jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  if not exists (select from auth.users where id = person and deleted_at is null and email is not null
    and (banned_until is null or banned_until <= now())) then
    perform private.refuse('person_gone');
  end if;
  if auth.has_proved_mailbox(person) then perform private.refuse('mailbox_is_proved'); end if;
  perform queue.add('auth-letter',
    (letter || jsonb_build_object('kind', 'signup', 'recipient', jsonb_build_object('userId', person)))::json,
    'signup:' || person);
end
$$;

-- Who can sign in past a second step takes the copy under Account: a link alone would go around that step.
create function staff.ask_export(person uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked uuid;
begin
  perform staff.require('staff');
  perform staff.require_other(person);
  if not exists (select from auth.users where id = person and deleted_at is null) then
    perform private.refuse('person_gone');
  end if;
  if not auth.has_proved_mailbox(person) then perform private.refuse('mailbox_not_proved'); end if;
  if staff.has_second_factor(person) and person not in (select private.banned_people()) then
    perform private.refuse('export_behind_factor');
  end if;
  insert into staff.exports (user_id) values (person) returning id into asked;
  perform queue.add('staff-export', json_build_object('id', asked), 'staff-export ' || asked);
end
$$;

-- For the mail. The address may have changed since: what counts is the proved one of now.
create function staff.tell_export(asked uuid, hash text) returns table (email text)
language sql volatile security definer set search_path = '' as $$
  update staff.exports as e set token_hash = hash from auth.users as u
    where e.id = asked and e.ends_at > now() and u.id = e.user_id and u.email_proved_at is not null
    returning u.email::text
$$;

-- Whose data the link gives, if it still does: in seven days, and to the address of then.
create function staff.take_export(hash text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken staff.exports;
begin
  update staff.exports as e set taken_at = now() from auth.users as u
    where e.token_hash = hash and e.ends_at > now() and u.id = e.user_id and u.deleted_at is null
      and auth.has_proved_mailbox(u.id)
      and (not staff.has_second_factor(u.id) or u.banned_until > now())
    returning e.* into taken;
  if taken.id is not null then
    perform staff.append('site', null, null, 'export-taken', 'person', taken.user_id::text, null, null, null);
  end if;
  return taken.user_id;
end
$$;
create function staff.clean_exports() returns void
language sql volatile security definer set search_path = '' as $$
  delete from staff.exports where ends_at < now()
$$;
-- A link in a mailbox that is not the account's any more gives nothing.
create function staff.drop_exports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from staff.exports where user_id = new.id;
  update staff.factor_helps set token_hash = null where user_id = new.id;
  return null;
end
$$;
create trigger drop_exports after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function staff.drop_exports();

-- The history of accounts keeps what happened, and no longer to whom.
create function private.forget_in_history(person uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update auth.audit_log_entries set ip_address = '', payload = (payload::jsonb
      || '{"actor_username": "", "traits": {}}')::json
    where payload ->> 'actor_id' = person::text
$$;

-- The end of an account, whoever asks for it: all goes by its keys, and the history of accounts forgets who it was.
create function private.delete_account(person uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from auth.users where id = person;
  select private.forget_in_history(person);
$$;
-- The person asked for it: then the words of the log about them go as well. Answers how many entries that was.
create function staff.delete_person(person uuid, address text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  if not exists (select from auth.users where id = person and lower(email) = lower(btrim(address))) then
    perform private.refuse('other_address');
  end if;
  perform private.delete_account(person);
  return staff.drop_details('-infinity', person::text);
end
$$;

-- An account that is deleted softly keeps nothing of these.
create function staff.forget_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from staff.notes where user_id = new.id;
  delete from staff.exports where user_id = new.id;
  delete from staff.people_words where user_id = new.id;
  return null;
end
$$;
create trigger forget_person after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function staff.forget_person();

-- All that staff see of one person, in one answer. Of conversations only how many.
create function staff.read_person(person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  perform staff.require('staff');
  select jsonb_build_object(
    'account', jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone,
      'name', u.raw_user_meta_data ->> 'full_name', 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'proved_at', u.email_proved_at,
      'blocked_until', case when u.banned_until > now() then u.banned_until end,
      'company', (select e.company from public.employers as e where e.user_id = u.id),
      'ways', (select coalesce(jsonb_agg(i.provider order by i.created_at), '[]')
        from auth.identities as i where i.user_id = u.id),
      'role', (select m.role from staff.members as m where m.user_id = u.id),
      'newsletter', u.email_proved_at is not null and exists (
        select from public.newsletter_subscribers as s where s.email = lower(u.email) and s.confirmed_at is not null)),
    'block', (select jsonb_build_object('at', b.blocked_at, 'membership', b.membership,
        'by', (select a.email from auth.users as a where a.id = b.blocked_by))
      from staff.blocks as b where b.user_id = u.id),
    'help', (select jsonb_build_object('asked_at', h.asked_at, 'told_at', h.told_at,
        'due_at', h.told_at + h.waits, 'alone_due_at', h.told_at + 3 * h.waits,
        'is_mine', h.asked_by = auth.uid(), 'is_alone', staff.is_alone(auth.uid()),
        'by', (select a.email from auth.users as a where a.id = h.asked_by))
      from staff.factor_helps as h where h.user_id = u.id),
    'factors', (select coalesce(jsonb_agg(f order by f.created_at), '[]') from (
        select factor_type::text as kind, friendly_name as name, created_at from auth.mfa_factors
          where user_id = u.id and status = 'verified'
        union all
        select 'passkey', friendly_name, created_at from auth.webauthn_credentials where user_id = u.id) as f),
    'sessions', (select coalesce(jsonb_agg(s order by s.last_seen_at desc), '[]') from (
        select created_at, coalesce(refreshed_at, created_at) as last_seen_at, user_agent, host(ip) as ip,
          aal <> 'aal1' as is_full
        from auth.sessions where user_id = u.id and not_after > now() order by 2 desc limit 20) as s),
    'jobs', (select coalesce(jsonb_object_agg(c.status, c.count), '{}') from (
        select private.job_status(j) as status, count(*) from public.jobs as j
        where j.posted_by = u.id group by 1) as c),
    'newest_jobs', (select coalesce(jsonb_agg(j order by j.published_at desc), '[]') from (
        select j.id, j.title, j.company, j.published_at, private.job_status(j) as status from public.jobs as j
        where j.posted_by = u.id order by j.published_at desc limit 10) as j),
    'profile', (select jsonb_build_object('headline', p.headline, 'is_public', p.public_profile,
        'updated_at', p.updated_at) from public.candidate_profiles as p where p.user_id = u.id),
    'membership', (select jsonb_build_object('status', s.status, 'ends_at', s.current_period_end,
        'is_ending', s.cancel_at_period_end, 'has_access', private.has_active_membership(u.id))
      from public.subscriptions as s where s.user_id = u.id and s.subscription_id is not null),
    'conversations', (select jsonb_build_object(
        'begun', count(*) filter (where c.member_id = u.id),
        'received', count(*) filter (where c.candidate_id = u.id))
      from public.conversations as c where u.id in (c.member_id, c.candidate_id))
      || jsonb_build_object(
        'written', (select count(*) from public.messages as m where m.sender_id = u.id),
        'blocked_by', (select count(*) from public.blocks as b where b.blocked_id = u.id)),
    'mails', (select coalesce(jsonb_agg(m order by m.at desc), '[]') from (
        select * from (
          select replace(a.payload ->> 'action', '_requested', '') as kind, a.created_at as at
            from auth.audit_log_entries as a
            where a.payload ->> 'actor_id' = u.id::text and a.payload ->> 'action' like '%\_requested'
          union all
          select m.kind, m.created_at from public.job_mails as m
            join public.jobs as j on j.id = m.job_id where j.posted_by = u.id
          union all
          select 'newsletter', d.sent_at from public.newsletter_deliveries as d
            join public.newsletter_subscribers as s on s.id = d.subscriber_id
            where s.email = lower(u.email) and u.email_proved_at is not null and d.sent_at is not null
        ) as each order by at desc limit 20) as m),
    'notes', (select coalesce(jsonb_agg(n order by n.id desc), '[]') from (
        select n.id, n.words, n.written_at, (select a.email from auth.users as a where a.id = n.author_id) as author
        from staff.notes as n where n.user_id = u.id order by n.id desc limit 50) as n),
    'history', (select coalesce(jsonb_agg(h order by h.position desc), '[]') from (
        select l.position, l.at, l.act, coalesce(d.actor_address, l.actor_kind) as actor, d.reason
        from staff.log as l left join staff.log_details as d on d.position = l.position
        where l.subject_id = u.id::text order by l.position desc limit 20) as h)
  ) into answer from auth.users as u where u.id = person and u.deleted_at is null;
  if answer is null then perform private.refuse('person_gone'); end if;
  return answer;
end
$$;

grant execute on function staff.ask_factor_help(uuid), staff.stop_factor_help(uuid),
  staff.approve_factor_help(uuid), staff.ask_letter(uuid, jsonb), staff.ask_export(uuid),
  staff.delete_person(uuid, text), staff.read_person(uuid) to authenticated;
grant execute on function staff.tell_factor_help(uuid, text), staff.factor_help_is_told(uuid),
  staff.tell_export(uuid, text), staff.take_export(text), staff.clean_exports(),
  private.delete_account(uuid), private.forget_in_history(uuid) to service_role;
