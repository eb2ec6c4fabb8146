-- Whoever has written with five hundred people found one of them by pressing “Show more conversations” sixteen times. They are looked for
-- by the other person's name, and by words of the messages (decision 289).

-- Without accents, in small letters: how a word is compared.
create function private.bare_words(words text) returns text
language sql immutable parallel safe strict set search_path = '' as $$
  select regexp_replace(normalize(lower(words), NFD), '[\u0300-\u036f]', '', 'g')
$$;

-- Each word of a message. A word of the index has less than 2,046 bytes, and a message may be one word. Dear for one who must ask it of each row.
create function private.message_words(body text) returns tsvector
language sql immutable parallel safe strict cost 2000 set search_path = '' as $$
  select array_to_tsvector(array(
    select left(word, 40) from regexp_split_to_table(private.bare_words(body), '[^[:alnum:]]+') as word where word <> ''))
$$;

-- The caller's conversations in which all of these words stand: in the other side's name, in one message, or some here and some there.
-- `message_id` is the newest such message. It reads as the definer because no index helps a policy; which are the caller's is what the
-- policies of both tables say.
create function private.own_conversations_that_say(typed text)
  returns table (conversation_id uuid, message_id uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  teams constant uuid[] := private.own_companies('recruiter');
  words constant text[] := array(select distinct left(word, 40)
    from regexp_split_to_table(private.bare_words(left(typed, 100)), '[^[:alnum:]]+') as word where word <> '' limit 6);
  part record;
begin
  if words = '{}' then return; end if;
  for part in
    select own.missing, array_agg(own.id) as ids from (
      select c.id, array(select word from unnest(words) as word where strpos(private.bare_words(
          case when c.candidate_id = me then concat_ws(' ', c.member_name, c.member_company)
            else concat_ws(' ', c.candidate_name, c.candidate_headline) end), word) = 0) as missing
      from public.conversations as c
      where c.candidate_id = me or (c.company_id is null and c.member_id = me) or c.company_id = any (teams)) as own
    group by own.missing
  loop
    if part.missing = '{}' then
      return query select id, null::uuid from unnest(part.ids) as id;
    else
      -- With the values in it, or one plan would have to do for a word that all say and for one that nobody says.
      return query execute 'select distinct on (m.conversation_id) m.conversation_id, m.id from public.messages as m
        where m.conversation_id = any ($1) and private.message_words(m.body) @@ $2
        order by m.conversation_id, m.created_at desc'
        using part.ids, (select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(part.missing) as word);
    end if;
  end loop;
end $$;

-- What a list shows of conversations, as the caller sees them.
create function private.show_conversations(ids uuid[])
  returns table (id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid, last_message text,
    last_message_is_mine boolean, last_message_at timestamptz, unread integer, is_blocked_by_me boolean, is_archived boolean,
    last_colleague text, is_shared boolean, is_my_turn boolean, is_applicant boolean)
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
  where c.id = any (ids)
$$;

create or replace function public.list_conversations(archived boolean default false, before timestamptz default null,
    size integer default 30)
  returns table (id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid, last_message text,
    last_message_is_mine boolean, last_message_at timestamptz, unread integer, is_blocked_by_me boolean, is_archived boolean,
    last_colleague text, is_shared boolean, is_my_turn boolean, is_applicant boolean)
language sql stable rows 30 set search_path = '' as $$
  select * from private.show_conversations(array(
    select c.id from public.conversations as c
    left join public.conversation_states as s on s.conversation_id = c.id and s.user_id = auth.uid()
    where (s.archived_at is not null) = archived and (before is null or c.last_message_at < before)
    order by c.last_message_at desc, c.id limit greatest(least(size, 100), 1))) as l
  order by l.last_message_at desc, l.id
$$;

-- In the inbox and in the archive. `found` is the message in which the words stand, where they are not all in the name.
create function public.search_conversations(q text, before timestamptz default null, size integer default 30)
  returns table (id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid, last_message text,
    last_message_is_mine boolean, last_message_at timestamptz, unread integer, is_blocked_by_me boolean, is_archived boolean,
    last_colleague text, is_shared boolean, is_my_turn boolean, is_applicant boolean,
    found text, found_at timestamptz, found_is_mine boolean)
language sql stable rows 30 set search_path = '' as $$
  with page as materialized (
    select c.id, f.message_id from private.own_conversations_that_say(q) as f
    join public.conversations as c on c.id = f.conversation_id
    where before is null or c.last_message_at < before
    order by c.last_message_at desc, c.id limit greatest(least(size, 100), 1))
  select l.*, m.body, m.created_at, m.sender_id = auth.uid()
  from private.show_conversations(array(select id from page)) as l
  join page on page.id = l.id
  left join public.messages as m on m.id = page.message_id
  order by l.last_message_at desc, l.id
$$;

revoke execute on function private.bare_words(text), private.message_words(text), private.own_conversations_that_say(text),
  private.show_conversations(uuid[]) from public;
-- Whoever writes a message writes its words into the index.
grant execute on function private.bare_words(text), private.message_words(text) to service_role;
grant execute on function private.own_conversations_that_say(text), private.show_conversations(uuid[]) to authenticated, service_role;
revoke execute on function public.search_conversations(text, timestamptz, integer) from public, anon;
grant execute on function public.search_conversations(text, timestamptz, integer) to authenticated, service_role;
