-- Members write to candidates, candidates answer. A conversation belongs to its two people alone, and
-- neither learns the other's address.

-- It outlives the account of one of its two people: the other keeps their own messages and reads that the
-- account was closed. What the person who left had written goes with the account. The side of somebody who
-- left is null.
create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  member_id uuid references auth.users (id) on delete set null,
  candidate_id uuid references auth.users (id) on delete set null,
  -- What each is to the other, as it was when the conversation began.
  member_name text not null
    constraint conversations_member_name_length check (char_length(member_name) between 1 and 100),
  member_company text
    constraint conversations_member_company_length check (char_length(member_company) <= 100),
  candidate_headline text not null
    constraint conversations_headline_not_empty check (candidate_headline <> ''),
  started_at timestamptz not null default now(),
  last_message_at timestamptz not null default now(),
  last_sender_id uuid,
  -- Who searches for people sees headlines, and learns the name of a candidate with the candidate's own
  -- answer: not before.
  candidate_name text
    constraint conversations_candidate_name_length check (char_length(candidate_name) between 1 and 100),
  constraint conversations_two_people check (member_id <> candidate_id),
  constraint conversations_one_each unique (member_id, candidate_id)
);
create index conversations_started_idx on public.conversations (member_id, started_at);
create index conversations_candidate_id_idx on public.conversations (candidate_id);

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  sender_id uuid not null references auth.users (id) on delete cascade,
  body text not null constraint messages_body_trimmed check (body = btrim(body)),
  -- Made by the browser, so that one message sent twice is one message.
  client_key uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint messages_client_key_once unique (sender_id, client_key)
);
create index messages_conversation_idx on public.messages (conversation_id, created_at desc, id desc);
create index messages_sender_idx on public.messages (sender_id, created_at);

-- How far somebody has read, and whether they put it away. The other side does not see it.
create table public.conversation_states (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  read_at timestamptz,
  archived_at timestamptz,
  primary key (conversation_id, user_id)
);
create index conversation_states_user_id_idx on public.conversation_states (user_id);

-- For the company's people to look at.
create table public.message_reports (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  reporter_id uuid not null references auth.users (id) on delete cascade,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint message_reports_once unique (conversation_id, reporter_id)
);
create index message_reports_reporter_id_idx on public.message_reports (reporter_id);

create table public.message_settings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  mail_notices boolean not null default true
);

alter table public.conversations enable row level security;
alter table public.messages enable row level security;
alter table public.conversation_states enable row level security;
alter table public.message_reports enable row level security;
alter table public.message_settings enable row level security;

create policy "people read their own conversations" on public.conversations
  for select to authenticated
  using (member_id = (select auth.uid()) or candidate_id = (select auth.uid()));
create policy "people read the messages of their conversations" on public.messages
  for select to authenticated
  using (exists (select from public.conversations as c where c.id = conversation_id));
create policy "people read how far they have read" on public.conversation_states
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people read their own reports" on public.message_reports
  for select to authenticated using (reporter_id = (select auth.uid()));
create policy "people report their own conversations" on public.message_reports
  for insert to authenticated with check (reporter_id = (select auth.uid())
    and exists (select from public.conversations as c where c.id = conversation_id));
create policy "people choose whether mails come" on public.message_settings
  for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

revoke all on public.conversations, public.messages, public.conversation_states,
  public.message_reports, public.message_settings from anon, authenticated;
grant select on public.conversations, public.conversation_states, public.message_settings
  to authenticated;
-- Not the key: it is the sender's browser's.
grant select (id, conversation_id, sender_id, body, created_at) on public.messages to authenticated;
grant select (id, conversation_id, reporter_id, reason, created_at),
  insert (conversation_id, reporter_id, reason) on public.message_reports to authenticated;
grant insert (user_id, mail_notices), update (user_id, mail_notices)
  on public.message_settings to authenticated;

create trigger before_1_plain_text before insert or update on public.conversations
  for each row execute function private.make_plain_text();
create trigger before_1_plain_text before insert or update on public.messages
  for each row execute function private.make_plain_text();
create trigger before_1_plain_text before insert or update on public.message_reports
  for each row execute function private.make_plain_text();

create function private.name_who_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.candidate_name := (
    select nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), '')
    from auth.users as u where u.id = new.candidate_id);
  return new;
end
$$;
create trigger before_2_name_who_answers before update of last_sender_id on public.conversations
  for each row when (new.last_sender_id = new.candidate_id and new.candidate_name is null)
  execute function private.name_who_answers();

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

-- Nobody writes to somebody who is banned, or whom nobody can reach any more.
create function private.refuse_closed_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.conversations as c where c.id = new.conversation_id and (
      c.member_id is null or c.candidate_id is null
      or c.member_id in (select private.banned_people())
      or c.candidate_id in (select private.banned_people())))
  then perform private.refuse('conversation_closed');
  end if;
  return new;
end
$$;
create trigger before_2_refuse_closed_conversation before insert on public.messages
  for each row execute function private.refuse_closed_conversation();

-- The message that this one repeats, if it does: the same key, or the same words within a minute. A key that
-- comes again with other words, or to somebody else, is refused: to answer with the first message would say
-- "sent" of words that were never written.
create function private.find_repeated_message(
  sender uuid, conversation uuid, words text, key uuid
) returns public.messages
language plpgsql stable set search_path = '' as $$
declare
  sent public.messages;
begin
  select m.* into sent from public.messages as m where m.sender_id = sender and m.client_key = key;
  if sent.id is null then
    select m.* into sent from public.messages as m
      where m.sender_id = sender and m.conversation_id = conversation and m.body = words
        and m.created_at > clock_timestamp() - interval '1 minute'
      limit 1;
  elsif sent.conversation_id is distinct from conversation
    or sent.body <> private.plain_text(words)
  then
    perform private.refuse('message_key_taken');
  end if;
  return sent;
end
$$;

-- Writes the message and orders the mail, both or neither.
create function private.add_message(
  conversation public.conversations, sender uuid, words text, key uuid
) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  message public.messages;
  recipient uuid := case when sender = conversation.member_id
    then conversation.candidate_id else conversation.member_id end;
begin
  if (select count(*) from public.messages
    where sender_id = sender and created_at > clock_timestamp() - interval '1 day') >= 200
  then perform private.refuse('too_many_messages');
  end if;
  insert into public.messages (conversation_id, sender_id, body, client_key)
    values (conversation.id, sender, words, key) returning * into message;
  update public.conversations
    set last_message_at = message.created_at, last_sender_id = sender where id = conversation.id;
  insert into public.conversation_states (conversation_id, user_id, read_at)
    values (conversation.id, sender, message.created_at)
    on conflict (conversation_id, user_id) do update set read_at = excluded.read_at, archived_at = null;
  update public.conversation_states set archived_at = null
    where conversation_id = conversation.id and user_id = recipient;
  perform queue.add('message-mail', json_build_object('messageId', message.id));
  return message.id;
end
$$;

create function private.is_blocked_between(one uuid, other uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.blocks where (blocker_id, blocked_id) in ((one, other), (other, one)))
$$;

-- Writes for write_to_candidate, which has asked whether the caller may.
create function private.write_as_member(candidate uuid, words text, key uuid)
returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  conversation public.conversations;
  repeated public.messages;
begin
  -- One message of a person at a time, so that limits are counted right.
  perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
  select c.* into conversation from public.conversations as c
    where c.member_id = me and c.candidate_id = candidate;
  repeated := private.find_repeated_message(me, conversation.id, words, key);
  if repeated.id is not null then
    return query select repeated.id, repeated.conversation_id, true;
    return;
  end if;
  if private.is_blocked_between(me, candidate) then
    perform private.refuse('conversation_closed');
  end if;
  if conversation.last_sender_id = me then perform private.refuse('message_unanswered'); end if;
  if conversation.id is null then
    if (select count(*) from public.conversations as c
      where c.member_id = me and c.started_at > clock_timestamp() - interval '1 day') >= 25
    then perform private.refuse('too_many_conversations');
    end if;
    insert into public.conversations as c (member_id, candidate_id, member_name, member_company,
        candidate_headline)
      select me, candidate,
        coalesce(private.not_our_name(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100)),
          'A member'),
        private.not_our_name(left(btrim(private.company_in_effect(me)), 100)),
        (select coalesce(private.not_our_name(btrim(p.headline)), 'A candidate')
          from public.candidate_profiles as p where p.user_id = candidate)
      from auth.users as u where u.id = me
      returning c.* into conversation;
  end if;
  return query select private.add_message(conversation, me, words, key), conversation.id, false;
end
$$;

-- The caller, a member, writes to somebody by their profile or by their account. Asked with the caller's
-- own rights: who may not see the profile does not learn that there is one.
create function private.write_to_candidate(candidate uuid, words text, key uuid)
returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen uuid;
begin
  if not private.has_active_membership(auth.uid()) then
    perform private.refuse('membership_needed');
  end if;
  if not private.is_known_employer(auth.uid()) then perform private.refuse('employer_unknown'); end if;
  select p.user_id into seen from public.candidate_profiles as p
    where (p.id = candidate or p.user_id = candidate) and p.public_profile and p.user_id <> auth.uid();
  if seen is null then perform private.refuse('candidate_not_found'); end if;
  return query select * from private.write_as_member(seen, words, key);
end
$$;

-- Writes for reply_in_conversation, which has asked whether a member still may.
create function private.write_in_conversation(
  conversation uuid, words text, key uuid, may_write_as_member boolean
) returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
  repeated public.messages;
begin
  perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
  select c.* into talk from public.conversations as c
    where c.id = conversation and me in (c.member_id, c.candidate_id);
  if talk.id is null then perform private.refuse('conversation_not_found'); end if;
  repeated := private.find_repeated_message(me, talk.id, words, key);
  if repeated.id is not null then
    return query select repeated.id, repeated.conversation_id, true;
    return;
  end if;
  if private.is_blocked_between(talk.member_id, talk.candidate_id)
    or (me = talk.member_id and not may_write_as_member)
  then perform private.refuse('conversation_closed');
  end if;
  if me = talk.member_id and talk.last_sender_id = me then
    perform private.refuse('message_unanswered');
  end if;
  return query select private.add_message(talk, me, words, key), talk.id, false;
end
$$;

-- From either side, in a conversation that is there. A member needs the same as for the first message: asked
-- with the caller's own rights, they see the profile only while all that it takes is there.
create function private.reply_in_conversation(conversation uuid, words text, key uuid)
returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language sql volatile security invoker set search_path = '' as $$
  select * from private.write_in_conversation(conversation, words, key, exists (
    select from public.conversations as c
    join public.candidate_profiles as p on p.user_id = c.candidate_id and p.public_profile
    where c.id = conversation and c.member_id = auth.uid()))
$$;
grant execute on function private.write_to_candidate(uuid, text, uuid),
  private.write_as_member(uuid, text, uuid), private.reply_in_conversation(uuid, text, uuid),
  private.write_in_conversation(uuid, text, uuid, boolean) to authenticated;

-- Blocks the other person: neither writes to the other any more, and a member who is blocked does not
-- see the profile. To unblock, delete the row of blocks.
create function public.block_conversation(conversation uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.blocks (blocker_id, blocked_id)
    select auth.uid(),
      case when c.member_id = auth.uid() then c.candidate_id else c.member_id end
    from public.conversations as c
    where c.id = conversation and auth.uid() in (c.member_id, c.candidate_id)
    on conflict do nothing
$$;

-- Up to the last message that was on the screen, not one that came meanwhile.
create function public.mark_conversation_read(conversation uuid, up_to timestamptz default now())
returns void language sql volatile security definer set search_path = '' as $$
  insert into public.conversation_states as known (conversation_id, user_id, read_at)
    select c.id, auth.uid(), least(up_to, clock_timestamp()) from public.conversations as c
    where c.id = conversation and auth.uid() in (c.member_id, c.candidate_id)
    on conflict (conversation_id, user_id) do update
    set read_at = greatest(known.read_at, excluded.read_at)
$$;

create function public.archive_conversation(conversation uuid, archived boolean default true)
returns void language sql volatile security definer set search_path = '' as $$
  insert into public.conversation_states (conversation_id, user_id, archived_at)
    select c.id, auth.uid(), case when archived then now() end from public.conversations as c
    where c.id = conversation and auth.uid() in (c.member_id, c.candidate_id)
    on conflict (conversation_id, user_id) do update set archived_at = excluded.archived_at
$$;

-- The caller's conversations, the newest first, 30 a page. Once a candidate has answered, the name takes
-- the headline's place, and the headline that of a company.
create function public.list_conversations(
  archived boolean default false, before timestamptz default null
) returns table (
  id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid,
  last_message text, last_message_is_mine boolean, last_message_at timestamptz, unread integer,
  is_blocked_by_me boolean, is_archived boolean
)
language sql stable security invoker set search_path = '' rows 30 as $$
  select c.id,
    case when c.member_id = auth.uid() then 'member' else 'candidate' end,
    other.id,
    case when c.member_id = auth.uid()
      then coalesce(c.candidate_name, c.candidate_headline) else c.member_name end,
    case when c.member_id = auth.uid()
      then case when c.candidate_name is not null then c.candidate_headline end
      else c.member_company end,
    case when c.member_id = auth.uid() then
      (select p.id from public.candidate_profiles as p where p.user_id = c.candidate_id) end,
    last.body, last.sender_id = auth.uid(), c.last_message_at,
    (select count(*)::integer from (
      select from public.messages as m
      where m.conversation_id = c.id and m.sender_id <> auth.uid()
        and m.created_at > coalesce(s.read_at, '-infinity') limit 100) as waiting),
    exists (select from public.blocks as b
      where b.blocker_id = auth.uid() and b.blocked_id = other.id),
    s.archived_at is not null
  from public.conversations as c
  cross join lateral (
    select case when c.member_id = auth.uid() then c.candidate_id else c.member_id end as id) as other
  left join public.conversation_states as s on s.conversation_id = c.id and s.user_id = auth.uid()
  left join lateral (
    select m.body, m.sender_id from public.messages as m where m.conversation_id = c.id
    order by m.created_at desc, m.id desc limit 1) as last on true
  where (s.archived_at is not null) = archived and (before is null or c.last_message_at < before)
  order by c.last_message_at desc, c.id limit 30
$$;

-- For the header: how many messages wait, counted up to 100.
create function public.unread_messages() returns integer
language sql stable security invoker set search_path = '' as $$
  select count(*)::integer from (
    select from public.conversations as c
    left join public.conversation_states as s on s.conversation_id = c.id and s.user_id = auth.uid()
    join public.messages as m on m.conversation_id = c.id and m.sender_id <> auth.uid()
      and m.created_at > coalesce(s.read_at, '-infinity')
    where s.archived_at is null limit 100) as waiting
$$;
grant execute on function public.block_conversation(uuid),
  public.mark_conversation_read(uuid, timestamptz), public.archive_conversation(uuid, boolean),
  public.list_conversations(boolean, timestamptz), public.unread_messages() to authenticated;
