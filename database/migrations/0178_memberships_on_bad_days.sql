-- A membership whose last answer came by a clock that was ahead could neither be refreshed nor managed until that time had come.
create or replace function private.own_customer(older_than_seconds integer) returns text
language sql stable security definer set search_path = '' as $$
  select s.customer_id from public.subscriptions as s
  where s.user_id = (select auth.uid()) and (older_than_seconds = 0
    or s.asked_at not between clock_timestamp() - make_interval(secs => older_than_seconds)
      and clock_timestamp() + interval '1 minute')
$$;

-- Whoever was told that their seat had ended with the membership heard it again when it was bought anew with fewer seats.
create or replace function private.tell_lost_seats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', late.company_id,
      'userId', late.user_id, 'byId', new.user_id))
    from (select s.company_id, s.user_id, s.end_told_at, row_number() over (order by s.given_at, s.user_id) as place
      from public.membership_seats as s where s.payer_id = new.user_id) as late
    where late.place > private.seats_of(new.user_id) - 1
      and late.place <= private.seats_included() + old.quantity - 2
      and late.end_told_at is null;
  return null;
end $$;

-- What one person begins in a day is what they wrote first. Counted by who has the conversations, whoever left a team and
-- came back began anew, and the colleague who got them could begin none.
create or replace function private.write_as_member(candidate uuid, words text, key uuid)
returns table(message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql volatile security definer set search_path = '' as $$
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
    where c.candidate_id = candidate and (c.company_id = team or (c.company_id is null and c.member_id = me))
    order by c.company_id nulls last limit 1;
  repeated := private.find_repeated_message(me, conversation.id, words, key);
  if repeated.id is not null then
    return query select repeated.id, repeated.conversation_id, true;
    return;
  end if;
  if private.is_blocked_with_team(me, candidate, coalesce(conversation.company_id, team)) then
    perform private.refuse('conversation_closed');
  end if;
  if conversation.last_sender_id <> candidate then perform private.refuse('message_unanswered'); end if;
  if conversation.id is null then
    if (select count(*) from public.messages as m join public.conversations as c on c.id = m.conversation_id
      where m.sender_id = me and m.created_at > clock_timestamp() - interval '1 day'
        and c.started_at > clock_timestamp() - interval '1 day' and c.candidate_id is distinct from me
        and not exists (select from public.messages as earlier where earlier.conversation_id = m.conversation_id
          and (earlier.created_at, earlier.id) < (m.created_at, m.id))) >= 25
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

-- Whoever began to pay for themselves kept the seat that they had, and no admin saw it or could give it to another.
create or replace function public.company_seats(company uuid)
returns table (user_id uuid, name text, role text, is_me boolean, state text)
language sql stable security definer set search_path = '' as $$
  select m.user_id, coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), u.email, 'Somebody'),
    m.role, m.user_id = auth.uid(),
    case when private.pays(m.user_id) then case when given.is_here then 'both' else 'pays' end
      when given.is_here then case when (private.seat_of(m.user_id)).payer_id is not null then 'seat' else 'lost' end
      when (private.seat_of(m.user_id)).payer_id is not null then 'elsewhere'
      else 'none' end
  from public.company_members as m join auth.users as u on u.id = m.user_id
    cross join lateral (select exists (select from public.membership_seats as s
      where s.user_id = m.user_id and s.company_id = company_seats.company and private.pays(s.payer_id)) as is_here) as given
  where m.company_id = company and company = any (private.own_companies('viewer'))
  order by m.joined_at, m.user_id
$$;

-- Whoever left the company for which they had bought seats went on paying for them, and saw them nowhere.
create or replace function public.own_seats()
returns table (company_id uuid, company text, role text, pays boolean, total integer, taken integer, bought integer)
language sql stable security definer set search_path = '' as $$
  (select c.id, c.name, m.role, private.pays(me.id),
    greatest(1, sum(given.here + case when given.is_for then private.seats_of(p.user_id) - given.everywhere else 0 end))::integer,
    sum(given.here + case when given.is_for then 1 else 0 end)::integer,
    (select s.quantity from public.subscriptions as s where s.user_id = me.id and private.pays(me.id)
      and private.company_paid_by(me.id) = c.id)
  from (select auth.uid() as id) as me
  join public.company_members as m on m.user_id = me.id
  join public.companies as c on c.id = m.company_id
  join public.company_members as p on p.company_id = c.id and private.pays(p.user_id)
  cross join lateral (
    select coalesce(private.company_paid_by(p.user_id) = c.id, false) as is_for,
      count(*) filter (where s.company_id = c.id) as here, count(*) as everywhere
    from public.membership_seats as s where s.payer_id = p.user_id) as given
  where given.is_for or given.here > 0
  group by c.id, c.name, m.role, me.id
  order by c.name, c.id)
  union all
  -- For no company.
  select null, null, null, true, s.quantity, 1, s.quantity from public.subscriptions as s
  where s.user_id = auth.uid() and s.quantity > 1 and private.pays(s.user_id) and private.company_paid_by(s.user_id) is null
$$;
