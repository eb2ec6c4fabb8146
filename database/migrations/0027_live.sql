-- What people see without asking again. Pages hear in a channel of the person that something of theirs has
-- changed, and read it as they always do: what may be seen is decided there, and nothing of it passes here.

-- The tables whose changes other programs may follow, each row by its own policies: decision 74. A delete is
-- told to everybody, with the key alone. That of a job says nothing: its page says "gone" to all. Never on
-- this list: hides, blocks, reports, what is saved, settings of messages, accounts.
select realtime.publish('public.jobs', sends_deletes => true);
select realtime.publish('public.job_activity');
select realtime.publish('public.candidate_profiles');
select realtime.publish('public.conversations');
select realtime.publish('public.messages');
select realtime.publish('public.subscriptions');

create function private.tell_person(person uuid, what text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if person is not null and realtime.is_heard() then
    perform realtime.tell(json_build_object('kind', 'broadcast', 'topic', 'person:' || person,
      'private', true, 'event', what, 'payload', json_build_object())::text);
  end if;
end
$$;

create policy "people hear what concerns themselves" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'person:' || (select auth.uid()));

-- Both sides of a conversation: the other one may be looking at it, or have it in the count of the unread.
create function private.tell_of_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_person(side, 'messages') from public.conversations as c
    cross join unnest(array[c.member_id, c.candidate_id]) as side
    where c.id = new.conversation_id;
  return null;
end
$$;
create trigger tell_of_messages after insert on public.messages
  for each row execute function private.tell_of_messages();

create function private.tell_of_reading() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_person(new.user_id, 'messages');
  return null;
end
$$;
create trigger tell_of_reading after insert or update on public.conversation_states
  for each row execute function private.tell_of_reading();

create function private.tell_of_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_person(side, 'messages') from unnest(array[new.member_id, new.candidate_id]) as side;
  return null;
end
$$;
create trigger tell_of_conversation after update of member_id, candidate_id on public.conversations
  for each row execute function private.tell_of_conversation();

create function private.tell_of_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_person(coalesce(new.user_id, old.user_id), 'membership');
  return null;
end
$$;
create trigger tell_of_membership after insert or update or delete on public.subscriptions
  for each row execute function private.tell_of_membership();

-- Once for each poster, however many of their jobs a statement touches.
create function private.tell_poster() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_person(person, 'jobs') from (select distinct posted_by as person from changed) as p;
  return null;
end
$$;
create trigger tell_poster_of_insert after insert on public.jobs referencing new table as changed
  for each statement execute function private.tell_poster();
create trigger tell_poster_of_update after update on public.jobs referencing new table as changed
  for each statement execute function private.tell_poster();
create trigger tell_poster_of_delete after delete on public.jobs referencing old table as changed
  for each statement execute function private.tell_poster();

create function private.tell_poster_of_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_person(person, 'jobs') from (
    select distinct j.posted_by as person from changed as c join public.jobs as j on j.id = c.job_id) as p;
  return null;
end
$$;
create trigger tell_poster_of_insert after insert on public.job_activity referencing new table as changed
  for each statement execute function private.tell_poster_of_activity();
create trigger tell_poster_of_update after update on public.job_activity referencing new table as changed
  for each statement execute function private.tell_poster_of_activity();

-- That somebody is typing is seen by the other side of an open conversation, and only there.
alter table public.message_settings add column shows_typing boolean not null default true;
grant insert (shows_typing), update (shows_typing) on public.message_settings to authenticated;

-- Asked for both sides alike, so that a block or a hide of one ends it for both.
create function private.is_open_for_typing(topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.conversations as c
    join public.candidate_profiles as p on p.user_id = c.candidate_id and p.public_profile
    where 'typing:' || c.id = topic
      and auth.uid() in (c.member_id, c.candidate_id)
      and c.member_id is not null
      and not private.is_blocked_between(c.member_id, c.candidate_id)
      and c.member_id not in (select private.banned_people())
      and c.candidate_id not in (select private.banned_people())
      and private.may_see_candidates(c.member_id)
      and not exists (
        select from public.profile_hides as h
        where h.user_id = c.candidate_id and h.company_key = any (private.company_keys_of(c.member_id))))
$$;
create function private.shows_typing(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select shows_typing from public.message_settings where user_id = person), true)
$$;
grant execute on function private.is_open_for_typing(text), private.shows_typing(uuid) to authenticated;

create policy "people of a conversation see each other type" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast' and (select private.is_open_for_typing(realtime.topic())));
create policy "people show that they type, if they want to" on realtime.messages
  for insert to authenticated with check (
    extension = 'broadcast' and private.is_open_for_typing(realtime.topic())
    and private.shows_typing(auth.uid()));
