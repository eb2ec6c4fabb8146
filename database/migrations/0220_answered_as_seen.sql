-- Two of a team who answer an applicant at the same moment both sent. Whoever says up to when they had read is told of what a
-- colleague has written since; who says nothing writes as before. Decision 207.

create function private.write_to_applicant(application uuid, words text, key uuid, seen_at timestamptz)
returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if seen_at is not null and private.own_side_of(application, 'recruiter') then
    -- The locks of the function that writes, in its order.
    perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
    perform from public.applications as a where a.id = application for update;
    -- Where one of them is the caller's own, its answer was lost, and it comes again.
    if (select bool_and(e.made_by is distinct from me) from public.application_events as e
      where e.application_id = application and e.kind = 'message' and e.at > seen_at)
    then perform private.refuse('colleague_answered'); end if;
  end if;
  return query select * from private.write_to_applicant(application, words, key);
end $$;
revoke execute on function private.write_to_applicant(uuid, text, uuid, timestamptz) from public;
grant execute on function private.write_to_applicant(uuid, text, uuid, timestamptz) to authenticated;

create function private.reply_in_conversation(conversation uuid, words text, key uuid, seen_at timestamptz)
returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  application uuid := private.answers_application(conversation);
begin
  if application is not null then
    return query select * from private.write_to_applicant(application, words, key, seen_at);
    return;
  end if;
  return query select * from private.reply_in_conversation(conversation, words, key);
end $$;
revoke execute on function private.reply_in_conversation(uuid, text, uuid, timestamptz) from public;
grant execute on function private.reply_in_conversation(uuid, text, uuid, timestamptz) to authenticated;
