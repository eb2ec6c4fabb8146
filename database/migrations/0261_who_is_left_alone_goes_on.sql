-- A team has one conversation with a candidate (decision 98). Whoever of it was left alone was no team any more: what they wrote began
-- another one beside it, the page of an application led to the former one, and a candidate who had not answered was written to again.
create function private.company_hired_for(person uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.company_id from public.employers as e
    join public.company_members as m on m.company_id = e.company_id and m.user_id = e.user_id
    where e.user_id = person and m.role in ('admin', 'recruiter') and e.in_effect_at <= now()
$$;
revoke execute on function private.company_hired_for(uuid) from public;

create or replace function private.team_of(person uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select own.id from (select private.company_hired_for(person) as id) as own
    where exists (select from public.company_members as other
      where other.company_id = own.id and other.user_id <> person)
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
    where c.candidate_id = candidate
      and (c.company_id = private.company_hired_for(me) or (c.company_id is null and c.member_id = me))
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

create or replace function private.write_to_applicant(application uuid, words text, key uuid)
returns table(message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  it public.applications;
  team uuid;
  talk public.conversations;
  repeated public.messages;
  event bigint;
begin
  if not private.own_side_of(application, 'recruiter') then perform private.refuse('conversation_not_found'); end if;
  perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
  select a.* into it from public.applications as a where a.id = application for update;
  if not private.may_answer_applicant(application) then perform private.refuse('conversation_closed'); end if;
  if it.applicant_id is null then
    -- The words go by mail. The same words within a minute are one message.
    if exists (select from public.application_events as e
      where e.application_id = it.id and e.kind = 'message' and e.made_by = me
        and e.words = private.trimmed(private.plain_text($2)) and e.at > now() - interval '1 minute')
    then
      return query select null::uuid, null::uuid, true;
      return;
    end if;
    if (select count(*) from public.application_events as e
      where e.made_by = me and e.kind = 'message' and e.at > now() - interval '1 day') >= 200
    then perform private.refuse('too_many_messages'); end if;
    insert into public.application_events (application_id, kind, made_by, words)
      values (it.id, 'message', me, private.trimmed(private.plain_text($2))) returning id into event;
    perform queue.add('application-mail', json_build_object('applicationId', it.id, 'eventId', event));
    update public.applications as a set answered_at = coalesce(a.answered_at, now()) where a.id = it.id;
    return query select null::uuid, null::uuid, false;
    return;
  end if;
  -- Where several look after the company, it is their conversation together.
  select it.company_id into team where exists (select from public.company_members as m
    where m.company_id = it.company_id and m.user_id <> me and m.role in ('admin', 'recruiter'));
  if private.is_blocked_with_team(me, it.applicant_id, it.company_id) then perform private.refuse('conversation_closed'); end if;
  perform pg_advisory_xact_lock(hashtextextended('messages of ' || team || ' ' || it.applicant_id, 0))
    where team is not null;
  select c.* into talk from public.conversations as c
    where c.candidate_id = it.applicant_id
      and (c.company_id = it.company_id or (c.company_id is null and c.member_id = me))
    order by c.company_id nulls last limit 1;
  repeated := private.find_repeated_message(me, talk.id, $2, key);
  if repeated.id is not null then
    return query select repeated.id, repeated.conversation_id, true;
    return;
  end if;
  if talk.id is null then
    insert into public.conversations as c (member_id, candidate_id, company_id, member_name, member_company,
        candidate_headline, candidate_name, application_id)
      values (me, it.applicant_id, team, private.name_as_member(me),
        private.not_our_name(left(it.company_name, 100)), it.name, it.name, it.id)
      returning c.* into talk;
  else
    update public.conversations as c set application_id = it.id where c.id = talk.id;
  end if;
  insert into public.application_events (application_id, kind, made_by) values (it.id, 'message', me);
  update public.applications as a set answered_at = coalesce(a.answered_at, now()) where a.id = it.id;
  return query select private.add_message(talk, me, $2, key), talk.id, false;
end $$;

create or replace function private.take_letters_along(application uuid)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  it public.applications;
  writer uuid;
  team uuid;
  talk public.conversations;
begin
  select a.* into it from public.applications as a where a.id = application;
  -- Who wrote last, of those who still answer for the company.
  select e.made_by into writer from public.application_events as e
    join public.company_members as m on m.company_id = it.company_id and m.user_id = e.made_by
      and m.role in ('admin', 'recruiter')
    where e.application_id = it.id and e.kind = 'message' and e.words is not null and e.made_by <> it.applicant_id
      and e.made_by not in (select private.banned_people())
    order by e.at desc, e.id desc limit 1;
  if writer is null or it.applicant_id in (select private.banned_people()) then return; end if;
  select it.company_id into team where exists (select from public.company_members as m
    where m.company_id = it.company_id and m.user_id <> writer and m.role in ('admin', 'recruiter'));
  if private.is_blocked_with_team(writer, it.applicant_id, it.company_id) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('messages of ' || team || ' ' || it.applicant_id, 0))
    where team is not null;
  select c.* into talk from public.conversations as c
    where c.candidate_id = it.applicant_id
      and (c.company_id = it.company_id or (c.company_id is null and c.member_id = writer))
    order by c.company_id nulls last limit 1;
  if talk.id in (select k.conversation_id from private.closed_conversations as k) then return; end if;
  if talk.id is null then
    insert into public.conversations as c (member_id, candidate_id, company_id, member_name, member_company,
        candidate_headline, candidate_name, application_id)
      values (writer, it.applicant_id, team, private.name_as_member(writer),
        private.not_our_name(left(it.company_name, 100)), it.name, it.name, it.id)
      returning c.* into talk;
  else
    update public.conversations as c set application_id = it.id where c.id = talk.id;
  end if;
  insert into public.messages (conversation_id, sender_id, body, created_at)
    select talk.id, e.made_by, e.words, e.at from public.application_events as e
      join public.company_members as m on m.company_id = it.company_id and m.user_id = e.made_by
      where e.application_id = it.id and e.kind = 'message' and e.words is not null and e.made_by <> it.applicant_id
        and (e.made_by = writer or talk.company_id is not null)
      order by e.at, e.id;
  update public.conversations as c set last_message_at = m.created_at, last_sender_id = m.sender_id
    from (select n.created_at, n.sender_id from public.messages as n where n.conversation_id = talk.id
      order by n.created_at desc, n.id desc limit 1) as m
    where c.id = talk.id;
  insert into public.conversation_states (conversation_id, user_id, read_at) values (talk.id, writer, clock_timestamp())
    on conflict (conversation_id, user_id) do nothing;
end $$;
