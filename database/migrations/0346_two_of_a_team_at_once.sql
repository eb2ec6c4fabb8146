-- What two do at the same moment. An invitation that was sent again while it was accepted: each waited for what the other
-- held. Two of a team who wrote to the same candidate, one in the conversation and one from the profile: both messages
-- went, where one has to be answered first.

create or replace function public.send_invitation_again(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  it public.company_invitations;
begin
  -- The company before its invitation, as whoever accepts one or removes an admin holds them.
  perform private.lock_company(i.company_id) from public.company_invitations as i
    where i.id = invitation and i.company_id = any (private.own_companies('admin'));
  select * into it from public.company_invitations as i
    where i.id = invitation and i.company_id = any (private.own_companies('admin')) for update;
  if it.id is null then perform private.say_no('404', 'This invitation is not there any more.'); end if;
  perform private.order_invitation(it.id, it.email);
  update public.company_invitations set invited_by = auth.uid(), sent_at = now(),
    expires_at = now() + interval '14 days' where id = it.id;
end $$;

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
  team := private.held_team_of(me);
  -- Held, so that what a colleague writes there at this moment is seen.
  select c.* into conversation from public.conversations as c
    where c.candidate_id = candidate
      and (c.company_id = private.company_hired_for(me) or (c.company_id is null and c.member_id = me))
    order by c.company_id nulls last limit 1 for update;
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
