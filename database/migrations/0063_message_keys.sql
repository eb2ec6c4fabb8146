-- As before, but a key that comes again with other words, or to somebody else, is refused: to answer with the
-- first message would say "sent" of words that were never written.
-- The message that this one repeats, if it does: the same key, or the same words within a minute.
create or replace function private.find_repeated(
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
