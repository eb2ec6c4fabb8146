-- Whoever took another name went on under the former one in all that they had answered, though the field for the answer names the
-- new one. What somebody writes is under the name that they have then. Decisions 61 and 98.

-- As a provider of sign-ins may say it, it may be ours.
create function private.name_as_candidate(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.not_our_name(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''))
  from auth.users as u where u.id = person
$$;
revoke execute on function private.name_as_candidate(uuid) from public;

create or replace function private.name_who_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.candidate_name := private.name_as_candidate(new.candidate_id);
  return new;
end
$$;

create or replace function private.add_message(conversation public.conversations, sender uuid, words text, key uuid) returns uuid
language plpgsql set search_path = '' as $$
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
