-- outside a transaction
-- Words of messages, for the search in conversations. What is new is looked through one by one until it joins the index: little.
drop index concurrently if exists public.messages_words;
create index concurrently messages_words on public.messages using gin (private.message_words(body))
  with (fastupdate = on, gin_pending_list_limit = 256);
analyze public.messages;
