-- Whoever shows a page of conversations asks for one more, which says whether there are more: a page that was exactly full offered a
-- button that brought nothing.
-- may lock or break: the same function made anew at once, which answers the former calls as before.
drop function public.list_conversations(boolean, timestamptz);
create function public.list_conversations(
  archived boolean default false, before timestamptz default null, size integer default 30
) returns table (
  id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid,
  last_message text, last_message_is_mine boolean, last_message_at timestamptz, unread integer,
  is_blocked_by_me boolean, is_archived boolean,
  -- Of whom the last words are, where a colleague wrote them; and whether others of the team read along.
  last_colleague text, is_shared boolean, is_my_turn boolean,
  -- The other side applied for one of the company's jobs, and is answered.
  is_applicant boolean
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
    mine.side = 'candidate' or c.last_sender_id is not distinct from c.candidate_id or answered.is_applicant,
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
revoke execute on function public.list_conversations(boolean, timestamptz, integer) from public, anon;
grant execute on function public.list_conversations(boolean, timestamptz, integer) to authenticated;
