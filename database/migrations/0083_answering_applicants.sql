-- A company writes to somebody who applied: in a conversation where they have an account, else by mail. It takes
-- no membership to answer. Decision 99.

alter table public.conversations add column application_id uuid references public.applications (id) on delete set null;
create index conversations_application_id on public.conversations (application_id) where application_id is not null;

-- Who may answer there: a recruiter of the company, as long as the application stands.
create function private.may_answer_applicant(application uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.own_side_of(application, 'recruiter') and exists (
    select from public.applications as a
    where a.id = application and a.state <> 'withdrawn' and a.leaves_at is null and a.spam_at is null)
$$;
revoke execute on function private.may_answer_applicant(uuid) from public;

create function private.write_to_applicant(application uuid, words text, key uuid)
returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql volatile security definer set search_path = '' as $$
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
  if private.is_blocked_with_team(me, it.applicant_id, team) then perform private.refuse('conversation_closed'); end if;
  perform pg_advisory_xact_lock(hashtextextended('messages of ' || team || ' ' || it.applicant_id, 0))
    where team is not null;
  select c.* into talk from public.conversations as c
    where c.candidate_id = it.applicant_id
      and (c.company_id = team or (c.company_id is null and c.member_id = me))
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
revoke execute on function private.write_to_applicant(uuid, text, uuid) from public;
grant execute on function private.write_to_applicant(uuid, text, uuid) to authenticated;

-- The application that the caller answers with a message in a conversation.
create function private.answers_application(conversation uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select c.application_id from public.conversations as c
  where c.id = conversation and private.side_of(c) = 'member' and private.may_answer_applicant(c.application_id)
$$;
revoke execute on function private.answers_application(uuid) from public;
grant execute on function private.answers_application(uuid) to authenticated;

-- As before; and from a company to somebody who applied, without what it takes to write to a candidate.
create or replace function private.reply_in_conversation(conversation uuid, words text, key uuid)
returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  application uuid := private.answers_application(conversation);
begin
  if application is not null then
    return query select * from private.write_to_applicant(application, words, key);
    return;
  end if;
  return query select * from private.write_in_conversation(conversation, words, key, exists (
    select from public.conversations as c
    join public.candidate_profiles as p on p.user_id = c.candidate_id and p.public_profile
    where c.id = conversation and c.candidate_id <> auth.uid() and private.side_of(c) = 'member'));
end $$;
