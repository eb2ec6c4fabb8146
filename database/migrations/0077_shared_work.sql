-- What a team shares: conversations that were begun for it, candidates that were saved for it, and a block. Decision 98.

-- The team that a person works for now, with whom it says it hires for. Alone, and while a change of company waits for
-- its day, nobody shares.
create function private.team_of(person uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.company_id from public.employers as e
    join public.company_members as m on m.company_id = e.company_id and m.user_id = e.user_id
    where e.user_id = person and m.role in ('admin', 'recruiter') and e.in_effect_at <= now()
      and exists (select from public.company_members as other
        where other.company_id = m.company_id and other.user_id <> person)
$$;
revoke execute on function private.team_of(uuid) from public;

-- Null: the member's own, also where they join a team later.
alter table public.conversations add column company_id uuid references public.companies (id) on delete set null;
create index conversations_company_id on public.conversations (company_id, last_message_at desc);
alter table public.conversations drop constraint conversations_one_each;
create unique index conversations_one_each on public.conversations (member_id, candidate_id) where company_id is null;
create unique index conversations_one_each_team on public.conversations (company_id, candidate_id)
  where company_id is not null;
create index conversations_member_id on public.conversations (member_id);

-- The caller's side, or null. A candidate who works for the company stays the candidate of their own conversation.
create function private.side_of(talk public.conversations) returns text
language sql stable security definer set search_path = '' as $$
  select case when talk.candidate_id = auth.uid() then 'candidate'
    when talk.company_id is null then case when talk.member_id = auth.uid() then 'member' end
    when talk.company_id = any (private.own_companies('recruiter')) then 'member' end
$$;
grant execute on function private.side_of(public.conversations) to authenticated;
-- Everybody who reads it.
create function private.people_of(talk public.conversations) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select talk.candidate_id where talk.candidate_id is not null
  union select talk.member_id where talk.company_id is null and talk.member_id is not null
  union select m.user_id from public.company_members as m
    where m.company_id = talk.company_id and m.role in ('admin', 'recruiter')
$$;
revoke execute on function private.people_of(public.conversations) from public;

drop policy "people read their own conversations" on public.conversations;
create policy "people read their own conversations, and those of their team" on public.conversations
  for select to authenticated using (
    candidate_id = (select auth.uid())
    or (company_id is null and member_id = (select auth.uid()))
    or company_id = any ((select private.own_companies('recruiter'))::uuid[]));

-- A block notes whom the other hired for then, and holds against all who work there.
alter table public.blocks add column company_id uuid references public.companies (id) on delete set null;
create index blocks_company_id on public.blocks (company_id) where company_id is not null;
comment on column public.blocks.company_id is 'not exported: the person is not told';

create or replace view private.hidden_from_caller as
  select h.user_id from public.profile_hides as h
    where h.company_key = any ((select private.own_company_keys())::text[])
  union all
  select b.blocker_id from public.blocks as b where b.blocked_id = (select auth.uid())
  union all
  select b.blocker_id from public.blocks as b
    where b.company_id = any ((select private.own_companies('viewer'))::uuid[])
      and b.blocker_id <> (select auth.uid());

-- Either has blocked the other, or somebody of the team did, or the team was blocked with one of its people.
create function private.is_blocked_with_team(person uuid, candidate uuid, company uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_blocked_between(person, candidate)
    or exists (select from public.blocks as b where b.company_id = company and candidate in (b.blocker_id, b.blocked_id))
    or exists (select from public.blocks as b join public.company_members as m on m.company_id = b.company_id
      where b.blocker_id = candidate and m.user_id = person)
$$;
revoke execute on function private.is_blocked_with_team(uuid, uuid, uuid) from public;

create or replace function public.block_conversation(conversation uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
begin
  select c.* into talk from public.conversations as c where c.id = conversation;
  if private.side_of(talk) = 'candidate' then
    insert into public.blocks (blocker_id, blocked_id, company_id)
      select me, person, coalesce(talk.company_id, (select e.company_id from public.employers as e
        join public.company_members as m on m.company_id = e.company_id and m.user_id = e.user_id
        where e.user_id = talk.member_id))
      from (select coalesce(talk.member_id, (select m.sender_id from public.messages as m
        where m.conversation_id = talk.id and m.sender_id <> me order by m.created_at desc limit 1)) as person) as other
      where person is not null
      on conflict (blocker_id, blocked_id) do update set company_id = coalesce(excluded.company_id, blocks.company_id);
  elsif private.side_of(talk) = 'member' then
    insert into public.blocks (blocker_id, blocked_id, company_id)
      select me, talk.candidate_id, talk.company_id where talk.candidate_id is not null
      on conflict (blocker_id, blocked_id) do update set company_id = coalesce(excluded.company_id, blocks.company_id);
  end if;
end $$;

create function private.own_block(talk public.conversations) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.blocks as b where b.blocker_id = auth.uid()
    and case when talk.candidate_id = auth.uid() then b.blocked_id = talk.member_id or b.company_id = talk.company_id
      else b.blocked_id = talk.candidate_id end)
$$;
grant execute on function private.own_block(public.conversations) to authenticated;

create function public.unblock_conversation(conversation uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.blocks as b using public.conversations as c
    where c.id = conversation and private.side_of(c) is not null and b.blocker_id = auth.uid()
      and case when c.candidate_id = auth.uid() then b.blocked_id = c.member_id or b.company_id = c.company_id
        else b.blocked_id = c.candidate_id end
$$;
revoke execute on function public.unblock_conversation(uuid) from public, anon;
grant execute on function public.unblock_conversation(uuid) to authenticated;

-- Writing. The name that the candidate reads is that of who wrote last.
create function private.name_as_member(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(private.not_our_name(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100)), 'A member')
  from auth.users as u where u.id = person
$$;
revoke execute on function private.name_as_member(uuid) from public;

create or replace function private.add_message(
  conversation public.conversations, sender uuid, words text, key uuid
) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  message public.messages;
  is_candidate boolean := sender = conversation.candidate_id;
begin
  if (select count(*) from public.messages
    where sender_id = sender and created_at > clock_timestamp() - interval '1 day') >= 200
  then perform private.refuse('too_many_messages');
  end if;
  insert into public.messages (conversation_id, sender_id, body, client_key)
    values (conversation.id, sender, words, key) returning * into message;
  update public.conversations
    set last_message_at = message.created_at, last_sender_id = sender,
      member_name = case when conversation.company_id is not null and not is_candidate
        then private.name_as_member(sender) else member_name end
    where id = conversation.id;
  insert into public.conversation_states (conversation_id, user_id, read_at)
    values (conversation.id, sender, message.created_at)
    on conflict (conversation_id, user_id) do update set read_at = excluded.read_at, archived_at = null;
  update public.conversation_states set archived_at = null
    where conversation_id = conversation.id
      and case when is_candidate then user_id <> sender else user_id = conversation.candidate_id end;
  perform queue.add('message-mail', json_build_object('messageId', message.id));
  return message.id;
end
$$;

create or replace function private.write_as_member(candidate uuid, words text, key uuid)
returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  team uuid := private.team_of(me);
  conversation public.conversations;
  repeated public.messages;
begin
  -- One message of a person at a time, so that limits are counted right; and one of a team, which has one conversation.
  perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
  perform pg_advisory_xact_lock(hashtextextended('messages of ' || team || ' ' || candidate, 0)) where team is not null;
  select c.* into conversation from public.conversations as c
    where c.candidate_id = candidate and (c.company_id = team or (c.company_id is null and c.member_id = me))
    order by c.company_id nulls last limit 1;
  repeated := private.find_repeated_message(me, conversation.id, words, key);
  if repeated.id is not null then
    return query select repeated.id, repeated.conversation_id, true;
    return;
  end if;
  if private.is_blocked_with_team(me, candidate, coalesce(conversation.company_id, team)) then
    perform private.refuse('conversation_closed');
  end if;
  if conversation.last_sender_id <> candidate then perform private.refuse('message_unanswered'); end if;
  if conversation.id is null then
    if (select count(*) from public.conversations as c
      where c.member_id = me and c.started_at > clock_timestamp() - interval '1 day') >= 25
    then perform private.refuse('too_many_conversations');
    end if;
    insert into public.conversations as c (member_id, candidate_id, company_id, member_name, member_company,
        candidate_headline)
      select me, candidate, team, private.name_as_member(me),
        private.not_our_name(left(btrim(private.company_in_effect(me)), 100)),
        (select coalesce(private.not_our_name(btrim(p.headline)), 'A candidate')
          from public.candidate_profiles as p where p.user_id = candidate)
      returning c.* into conversation;
  end if;
  return query select private.add_message(conversation, me, words, key), conversation.id, false;
end
$$;

create or replace function private.write_in_conversation(
  conversation uuid, words text, key uuid, may_write_as_member boolean
) returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
  side text;
  repeated public.messages;
begin
  perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
  -- Of two of a team who answer at the same moment, the second one sees what the first one wrote.
  select c.* into talk from public.conversations as c where c.id = conversation for update;
  side := private.side_of(talk);
  if side is null then perform private.refuse('conversation_not_found'); end if;
  repeated := private.find_repeated_message(me, talk.id, words, key);
  if repeated.id is not null then
    return query select repeated.id, repeated.conversation_id, true;
    return;
  end if;
  if private.is_blocked_with_team(case side when 'member' then me else talk.member_id end, talk.candidate_id,
      talk.company_id)
    or (side = 'member' and not may_write_as_member)
  then perform private.refuse('conversation_closed');
  end if;
  if side = 'member' and talk.last_sender_id is distinct from talk.candidate_id then
    perform private.refuse('message_unanswered');
  end if;
  return query select private.add_message(talk, me, words, key), talk.id, false;
end
$$;

create or replace function private.reply_in_conversation(conversation uuid, words text, key uuid)
returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language sql volatile security invoker set search_path = '' as $$
  select * from private.write_in_conversation(conversation, words, key, exists (
    select from public.conversations as c
    join public.candidate_profiles as p on p.user_id = c.candidate_id and p.public_profile
    where c.id = conversation and c.candidate_id <> auth.uid() and private.side_of(c) = 'member'))
$$;

create or replace function private.refuse_closed_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.conversations as c where c.id = new.conversation_id and (
      c.candidate_id is null
      or c.candidate_id in (select private.banned_people())
      or c.id in (select conversation_id from private.closed_conversations)
      -- A team's goes on without the one who began it.
      or case when c.company_id is null
        then c.member_id is null or c.member_id in (select private.banned_people())
        else not exists (select from public.company_members as m where m.company_id = c.company_id
          and m.role in ('admin', 'recruiter') and m.user_id not in (select private.banned_people())) end))
  then perform private.refuse('conversation_closed');
  end if;
  return new;
end
$$;

-- Only one of two who left: a team that goes on is somebody.
drop trigger drop_empty_conversation on public.conversations;
create trigger drop_empty_conversation after update of member_id, candidate_id, company_id on public.conversations
  for each row when (new.member_id is null and new.candidate_id is null and new.company_id is null)
  execute function private.drop_empty_conversation();

create or replace function public.mark_conversation_read(conversation uuid, up_to timestamptz default now())
returns void language sql volatile security definer set search_path = '' as $$
  insert into public.conversation_states as known (conversation_id, user_id, read_at)
    select c.id, auth.uid(), least(up_to, clock_timestamp()) from public.conversations as c
    where c.id = conversation and private.side_of(c) is not null
    on conflict (conversation_id, user_id) do update
    set read_at = greatest(known.read_at, excluded.read_at)
$$;
create or replace function public.archive_conversation(conversation uuid, archived boolean default true)
returns void language sql volatile security definer set search_path = '' as $$
  insert into public.conversation_states (conversation_id, user_id, archived_at)
    select c.id, auth.uid(), case when archived then now() end from public.conversations as c
    where c.id = conversation and private.side_of(c) is not null
    on conflict (conversation_id, user_id) do update set archived_at = excluded.archived_at
$$;

-- From when on a message waits for the caller: what they have read, and in a team what a colleague has answered, and
-- what was there before they came.
create function private.read_until(talk public.conversations, read_at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when talk.company_id is null or talk.candidate_id = auth.uid() then coalesce(read_at, '-infinity')
    else greatest(read_at,
      (select m.joined_at from public.company_members as m
        where m.company_id = talk.company_id and m.user_id = auth.uid()),
      (select max(m.created_at) from public.messages as m
        where m.conversation_id = talk.id and m.sender_id <> talk.candidate_id), '-infinity') end
$$;
grant execute on function private.read_until(public.conversations, timestamptz) to authenticated;

drop function public.list_conversations(boolean, timestamptz);
create function public.list_conversations(
  archived boolean default false, before timestamptz default null
) returns table (
  id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid,
  last_message text, last_message_is_mine boolean, last_message_at timestamptz, unread integer,
  is_blocked_by_me boolean, is_archived boolean,
  -- Of whom the last words are, where a colleague wrote them; and whether others of the team read along.
  last_colleague text, is_shared boolean, is_my_turn boolean
)
language sql stable security invoker set search_path = '' rows 30 as $$
  select c.id, mine.side, other.id,
    case when mine.side = 'member' then coalesce(c.candidate_name, c.candidate_headline) else c.member_name end,
    case when mine.side = 'member' then case when c.candidate_name is not null then c.candidate_headline end
      else c.member_company end,
    case when mine.side = 'member' then
      (select p.id from public.candidate_profiles as p where p.user_id = c.candidate_id) end,
    last.body, last.sender_id = auth.uid(), c.last_message_at,
    (select count(*)::integer from (
      select from public.messages as m
      where m.conversation_id = c.id
        and case mine.side when 'member' then m.sender_id = c.candidate_id else m.sender_id <> c.candidate_id end
        and m.created_at > private.read_until(c, s.read_at) limit 100) as waiting),
    private.own_block(c), s.archived_at is not null,
    case when mine.side = 'member' and last.sender_id not in (c.candidate_id, auth.uid()) then c.member_name end,
    c.company_id is not null,
    mine.side = 'candidate' or c.last_sender_id is not distinct from c.candidate_id
  from public.conversations as c
  cross join lateral (select case when c.candidate_id = auth.uid() then 'candidate' else 'member' end as side) as mine
  cross join lateral (
    select case when mine.side = 'member' then c.candidate_id else coalesce(c.member_id, c.company_id) end as id) as other
  left join public.conversation_states as s on s.conversation_id = c.id and s.user_id = auth.uid()
  left join lateral (
    select m.body, m.sender_id from public.messages as m where m.conversation_id = c.id
    order by m.created_at desc, m.id desc limit 1) as last on true
  where (s.archived_at is not null) = archived and (before is null or c.last_message_at < before)
  order by c.last_message_at desc, c.id limit 30
$$;
create or replace function public.unread_messages() returns integer
language sql stable security invoker set search_path = '' as $$
  select count(*)::integer from (
    select from public.conversations as c
    left join public.conversation_states as s on s.conversation_id = c.id and s.user_id = auth.uid()
    join public.messages as m on m.conversation_id = c.id
      and case when c.candidate_id = auth.uid() then m.sender_id <> auth.uid() else m.sender_id = c.candidate_id end
      and m.created_at > private.read_until(c, s.read_at)
    where s.archived_at is null limit 100) as waiting
$$;
grant execute on function public.list_conversations(boolean, timestamptz) to authenticated;

-- By whom the messages of the team's side are, as the other side may know them.
create function public.conversation_people(conversation uuid) returns table (user_id uuid, name text)
language sql stable security definer set search_path = '' as $$
  select s.sender_id, private.name_as_member(s.sender_id) from public.conversations as c
  join lateral (select distinct m.sender_id from public.messages as m
    where m.conversation_id = c.id and m.sender_id <> c.candidate_id) as s on true
  where c.id = conversation and c.company_id is not null and private.side_of(c) is not null
$$;
revoke execute on function public.conversation_people(uuid) from public, anon;
grant execute on function public.conversation_people(uuid) to authenticated;

create or replace function private.tell_of_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_person(person, 'messages') from public.conversations as c
    cross join lateral private.people_of(c) as person where c.id = new.conversation_id;
  return null;
end $$;
create or replace function private.is_open_for_typing(topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.conversations as c
    join public.candidate_profiles as p on p.user_id = c.candidate_id and p.public_profile
    cross join lateral (
      select case when c.candidate_id = auth.uid() then c.member_id else auth.uid() end as id) as member
    where 'typing:' || c.id = topic
      and private.side_of(c) is not null
      and member.id is not null
      and not private.is_blocked_with_team(member.id, c.candidate_id, c.company_id)
      and member.id not in (select private.banned_people())
      and c.candidate_id not in (select private.banned_people())
      and private.may_see_candidates(member.id)
      and not exists (
        select from public.profile_hides as h
        where h.user_id = c.candidate_id and h.company_key = any (private.company_keys_of(member.id))))
$$;

-- Of a team, who hears by mail of a candidate's answer: who wrote last, else who began, else who is there longest.
create function private.who_answers(talk public.conversations) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.user_id from public.company_members as m
  where m.company_id = talk.company_id and m.role in ('admin', 'recruiter')
  order by (select max(w.created_at) from public.messages as w
      where w.conversation_id = talk.id and w.sender_id = m.user_id) desc nulls last,
    m.user_id is distinct from talk.member_id, m.joined_at limit 1
$$;
revoke execute on function private.who_answers(public.conversations) from public;
grant execute on function private.who_answers(public.conversations) to service_role;

-- A report by one of a team is about the candidate; one by the candidate, about who wrote last.
create or replace function staff.file_message_report(report public.message_reports) returns void
language sql volatile security definer set search_path = '' as $$
  select staff.add_report(
    staff.open_case('conversation', c.id,
      case when c.candidate_id is distinct from report.reporter_id then c.candidate_id
        else coalesce((select m.sender_id from public.messages as m
          where m.conversation_id = c.id and m.sender_id <> report.reporter_id
          order by m.created_at desc, m.id desc limit 1), c.member_id) end, '',
      coalesce(c.member_company, c.member_name) || ' · ' || c.candidate_headline, null),
    report.reporter_id, report.reason, null, report.created_at)
  from public.conversations as c where c.id = report.conversation_id
$$;
create or replace function private.keep_evidence_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.keep_job_evidence(j) from public.jobs as j where j.posted_by = old.id;
  insert into private.kept_evidence (kind, subject_id, people, content, reports)
  select 'conversation', c.id, private.describe_people(array[c.member_id, c.candidate_id] || array(
      select distinct m.sender_id from public.messages as m
      where m.conversation_id = c.id and m.sender_id not in (
        coalesce(c.member_id, c.candidate_id), coalesce(c.candidate_id, c.member_id)))),
    to_jsonb(c) || jsonb_build_object('messages', coalesce((
      select jsonb_agg(jsonb_build_object('sender_id', m.sender_id, 'created_at', m.created_at,
        'body', m.body) order by m.created_at, m.id)
      from public.messages as m where m.conversation_id = c.id), '[]')),
    (select jsonb_agg(to_jsonb(r) order by r.created_at)
      from public.message_reports as r where r.conversation_id = c.id)
  from public.conversations as c
  where (old.id in (c.member_id, c.candidate_id) or exists (
      select from public.messages as m where m.conversation_id = c.id and m.sender_id = old.id))
    and exists (select from public.message_reports as r where r.conversation_id = c.id)
  on conflict (kind, subject_id) do nothing;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- Candidates that were saved for a team, once, with one note.
alter table public.saved_candidates add column company_id uuid references public.companies (id) on delete set null;
alter table public.saved_candidates drop constraint saved_candidates_pkey;
alter table public.saved_candidates add column id uuid primary key default gen_random_uuid();
create unique index saved_candidates_once on public.saved_candidates (user_id, profile_id) where company_id is null;
create unique index saved_candidates_once_a_team on public.saved_candidates (company_id, profile_id)
  where company_id is not null;
create index saved_candidates_user_id on public.saved_candidates (user_id);
create function private.save_for_team() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.company_id := private.team_of(new.user_id);
  return new;
end $$;
create trigger before_3_save_for_team before insert on public.saved_candidates
  for each row execute function private.save_for_team();
drop policy "people manage the candidates they saved" on public.saved_candidates;
create policy "people manage the candidates they saved" on public.saved_candidates
  for all to authenticated
  using (user_id = (select auth.uid()) and company_id is null
    and exists (select from public.candidate_profiles as p where p.id = profile_id))
  with check (user_id = (select auth.uid()) and company_id is null
    and exists (select from public.candidate_profiles as p where p.id = profile_id));
-- Who may not see the candidate sees no note either.
create policy "teams share the candidates they saved" on public.saved_candidates
  for all to authenticated
  using (company_id = any ((select private.own_companies('recruiter'))::uuid[])
    and exists (select from public.candidate_profiles as p where p.id = profile_id))
  with check (company_id = any ((select private.own_companies('recruiter'))::uuid[])
    and exists (select from public.candidate_profiles as p where p.id = profile_id));
-- Nobody saves in a colleague's name.
create policy "people save in their own name" on public.saved_candidates as restrictive
  for insert to authenticated with check (user_id = (select auth.uid()));
-- The colleague who saved it; null for the caller's own.
create function public.saved_by(saved public.saved_candidates) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), 'A colleague')
  from auth.users as u
  where u.id = saved.user_id and u.id <> auth.uid() and saved.company_id = any (private.own_companies('recruiter'))
$$;
revoke execute on function public.saved_by(public.saved_candidates) from public, anon;
grant execute on function public.saved_by(public.saved_candidates) to authenticated;

-- A team keeps what its people began and saved when they leave. When it ends, each has what they brought.
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
  -- What comes first on the board came with the membership of who left.
  update public.jobs set posted_by = heir, is_featured = false where company_id = hand_over.company and posted_by = person;
  update public.conversations as c set member_id = heir
    where c.company_id = hand_over.company and c.member_id = person and c.candidate_id is distinct from heir;
  update public.conversations as c set member_id = null
    where c.company_id = hand_over.company and c.member_id = person;
  update public.saved_candidates set user_id = heir where company_id = hand_over.company and user_id = person;
end $$;

-- When a team ends, its conversations are those of who has them then, where they have none with that person already.
create function private.release_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.conversations as c where c.id <> new.id and c.company_id is null
    and c.member_id = new.member_id and c.candidate_id = new.candidate_id)
  then new.member_id := null;
  end if;
  return new;
end $$;
create trigger before_3_release_conversation before update of company_id on public.conversations
  for each row when (old.company_id is not null and new.company_id is null)
  execute function private.release_conversation();
create function private.release_saved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Two of a set that were one person's twice: their own stays.
  delete from public.saved_candidates as s using public.saved_candidates as own
    where s.company_id = old.id and own.company_id is null
      and own.user_id = s.user_id and own.profile_id = s.profile_id;
  return old;
end $$;
create trigger before_1_release_saved before delete on public.companies
  for each row execute function private.release_saved();

-- The list of a company's postings: which colleague posted, and whether the caller may change it.
create function public.posted_by_name(job public.jobs) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), 'A colleague')
  from auth.users as u
  where u.id = job.posted_by and u.id <> auth.uid() and job.company_id = any (private.own_companies('viewer'))
$$;
create function public.may_change(job public.jobs) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(job.company_id = any (private.own_companies('recruiter')), false)
$$;
revoke execute on function public.posted_by_name(public.jobs), public.may_change(public.jobs) from public, anon;
grant execute on function public.posted_by_name(public.jobs), public.may_change(public.jobs) to authenticated;
