-- Whoever tries the site on a machine of their own, or tests it with a program, was stopped by what guards candidates against
-- strangers: one message until the candidate answers, 25 conversations a day. Decisions 22 and 217.
create function private.are_message_limits_wide() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.setting('message_limits') = 'wide', false)
$$;
revoke execute on function private.are_message_limits_wide() from public;
grant execute on function private.are_message_limits_wide() to authenticated, service_role;

create or replace function private.add_message(conversation public.conversations, sender uuid, words text, key uuid)
returns uuid
language plpgsql set search_path = '' as $$
declare
  message public.messages;
  is_candidate boolean := sender = conversation.candidate_id;
begin
  if (select count(*) from public.messages
    where sender_id = sender and created_at > clock_timestamp() - interval '1 day') >= 200
    and not private.are_message_limits_wide()
  then perform private.refuse('too_many_messages');
  end if;
  insert into public.messages (conversation_id, sender_id, body, client_key)
    values (conversation.id, sender, words, key) returning * into message;
  update public.conversations
    set last_message_at = message.created_at, last_sender_id = sender,
      member_name = case when is_candidate then member_name else private.name_as_member(sender) end,
      candidate_name = case when is_candidate then coalesce(private.name_as_candidate(sender), candidate_name)
        else candidate_name end
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
returns table(message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql security definer set search_path = '' as $$
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
  if conversation.last_sender_id <> candidate and not private.are_message_limits_wide() then
    perform private.refuse('message_unanswered');
  end if;
  if conversation.id is null then
    if (select count(*) from public.messages as m join public.conversations as c on c.id = m.conversation_id
      where m.sender_id = me and m.created_at > clock_timestamp() - interval '1 day'
        and c.started_at > clock_timestamp() - interval '1 day' and c.candidate_id is distinct from me
        and not exists (select from public.messages as earlier where earlier.conversation_id = m.conversation_id
          and (earlier.created_at, earlier.id) < (m.created_at, m.id))) >= 25
      and not private.are_message_limits_wide()
    then perform private.refuse('too_many_conversations');
    end if;
    insert into public.conversations as c (member_id, candidate_id, company_id, member_name, member_company,
        candidate_headline)
      select me, candidate, team, private.name_as_member(me),
        private.not_our_name(left(btrim(private.company_shown(me)), 100)),
        (select coalesce(private.not_our_name(btrim(p.headline)), 'A candidate')
          from public.candidate_profiles as p where p.user_id = candidate)
      returning c.* into conversation;
  end if;
  return query select private.add_message(conversation, me, words, key), conversation.id, false;
end
$$;

create or replace function private.write_in_conversation(conversation uuid, words text, key uuid, may_write_as_member boolean)
returns table(message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql security definer set search_path = '' as $$
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
  if side = 'member' and talk.last_sender_id is distinct from talk.candidate_id
    and not private.are_message_limits_wide()
  then
    perform private.refuse('message_unanswered');
  end if;
  return query select private.add_message(talk, me, words, key), talk.id, false;
end
$$;

create or replace function public.list_conversations(archived boolean default false, before timestamp with time zone default null, size integer default 30)
returns table(id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid, last_message text, last_message_is_mine boolean, last_message_at timestamp with time zone, unread integer, is_blocked_by_me boolean, is_archived boolean, last_colleague text, is_shared boolean, is_my_turn boolean, is_applicant boolean)
language sql stable rows 30 set search_path = '' as $$
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
    mine.side = 'candidate' or c.last_sender_id is not distinct from c.candidate_id or answered.is_applicant
      or (select private.are_message_limits_wide()),
    answered.is_applicant
  from public.conversations as c
  cross join lateral (select case when c.candidate_id = auth.uid() then 'candidate' else 'member' end as side) as mine
  cross join lateral (select mine.side = 'member' and c.application_id is not null
    and private.answers_application(c.id) is not null as is_applicant) as answered
  cross join lateral (
    select case when mine.side = 'member' then c.candidate_id else coalesce(c.member_id, c.company_id) end as id) as other
  left join public.conversation_states as s on s.conversation_id = c.id and s.user_id = auth.uid()
  left join lateral (
    select m.body, m.sender_id from public.messages as m where m.conversation_id = c.id
    order by m.created_at desc, m.id desc limit 1) as last on true
  where (s.archived_at is not null) = archived and (before is null or c.last_message_at < before)
  order by c.last_message_at desc, c.id limit greatest(least(size, 100), 1)
$$;

-- A program that left out whose posting or profile it is was refused by the policy: it is the caller's.
alter table public.jobs alter column posted_by set default auth.uid();
alter table public.candidate_profiles alter column user_id set default auth.uid();

-- Programs change a field of the row that they read and send all of it back. What the site writes itself stays as it is,
-- whatever comes: a generated column would refuse it.
alter table public.candidate_profiles alter column completeness drop expression;
alter table public.candidate_profiles alter column completeness set default 10;
create function private.set_completeness() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- domain/candidate-completeness.ts computes the same while the person types.
  new.completeness := 10
    + case when cardinality(new.skills) >= 3 then 15 else 0 end
    + case when char_length(coalesce(new.summary, '')) >= 100 then 15 else 0 end
    + case when coalesce(new.location, '') <> '' then 10 else 0 end
    + case when coalesce(new.current_position, '') <> '' then 10 else 0 end
    + case when new.years_experience is not null then 10 else 0 end
    + case when cardinality(new.certifications) > 0 then 10 else 0 end
    + case when coalesce(new.education, '') <> '' then 5 else 0 end
    + case when cardinality(new.preferred_job_types) > 0 then 5 else 0 end
    + case when coalesce(new.linkedin_url, '') <> '' or coalesce(new.portfolio_url, '') <> '' then 5 else 0 end
    + case when coalesce(new.profile_picture_url, '') <> '' then 5 else 0 end;
  return new;
end
$$;
create trigger before_5_set_completeness before insert or update on public.candidate_profiles
  for each row execute function private.set_completeness();

create function private.keep_what_the_site_writes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.id, new.created_at, new.verified) is distinct from (old.id, old.created_at, old.verified) then
    raise insufficient_privilege using message = 'permission denied for table candidate_profiles';
  end if;
  -- Another tab may have saved since the row was read.
  new.updated_at := old.updated_at;
  return new;
end
$$;
create trigger before_1_what_the_site_writes before update of id, created_at, updated_at, verified
  on public.candidate_profiles for each row when (current_user = 'authenticated')
  execute function private.keep_what_the_site_writes();
grant update (id, created_at, updated_at, completeness, verified) on public.candidate_profiles to authenticated;
