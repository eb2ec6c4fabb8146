-- Of conversations whose last messages are of one moment, those behind the end of a page were on none. A part begins after the last row
-- of the one before, by its id where the moment is the same.
-- may lock or break: made anew in the same transaction, with an argument that the version before leaves out
drop function public.list_conversations(boolean, timestamptz, integer);
create function public.list_conversations(archived boolean DEFAULT false, before timestamp with time zone DEFAULT NULL::timestamp with time zone, size integer default 30, before_id uuid default null)
returns TABLE(id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid, last_message text, last_message_is_mine boolean, last_message_at timestamp with time zone, unread integer, is_blocked_by_me boolean, is_archived boolean, last_colleague text, is_shared boolean, is_my_turn boolean, is_applicant boolean)
language sql stable rows 30 set search_path = '' as $$
  select * from private.show_conversations(array(
    select c.id from public.conversations as c
    left join public.conversation_states as s on s.conversation_id = c.id and s.user_id = auth.uid()
    where (s.archived_at is not null) = archived and (before is null
        or c.last_message_at <= before and (c.last_message_at < before or c.id > before_id))
    order by c.last_message_at desc, c.id limit greatest(least(size, 100), 1))) as l
  order by l.last_message_at desc, l.id
$$;
grant execute on function public.list_conversations(boolean, timestamptz, integer, uuid) to authenticated, service_role;
revoke execute on function public.list_conversations(boolean, timestamptz, integer, uuid) from public, anon;

-- may lock or break: made anew in the same transaction, with an argument that the version before leaves out
drop function public.search_conversations(text, timestamptz, integer);
create function public.search_conversations(q text, before timestamp with time zone DEFAULT NULL::timestamp with time zone, size integer default 30, before_id uuid default null)
returns TABLE(id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid, last_message text, last_message_is_mine boolean, last_message_at timestamp with time zone, unread integer, is_blocked_by_me boolean, is_archived boolean, last_colleague text, is_shared boolean, is_my_turn boolean, is_applicant boolean, found text, found_at timestamp with time zone, found_is_mine boolean)
language sql stable rows 30 set search_path = '' as $$
  with page as materialized (
    select c.id, f.message_id from private.own_conversations_that_say(q) as f
    join public.conversations as c on c.id = f.conversation_id
    where before is null or c.last_message_at <= before and (c.last_message_at < before or c.id > before_id)
    order by c.last_message_at desc, c.id limit greatest(least(size, 100), 1))
  select l.*, m.body, m.created_at, m.sender_id = auth.uid()
  from private.show_conversations(array(select id from page)) as l
  join page on page.id = l.id
  left join public.messages as m on m.id = page.message_id
  order by l.last_message_at desc, l.id
$$;
revoke execute on function public.search_conversations(text, timestamptz, integer, uuid) from public, anon;
grant execute on function public.search_conversations(text, timestamptz, integer, uuid) to authenticated, service_role;
