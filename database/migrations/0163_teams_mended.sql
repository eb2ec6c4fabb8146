-- What a team shares, put right where one of it blocks, leaves, pays elsewhere or only looks on. Decision 146.

-- A block against a company holds also when the account goes of the one with whom it began: it goes on with a colleague.
-- One that somebody of the company made, against a candidate, ends with that candidate.
create function private.keep_blocks_of_company(person uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.blocks as b set blocked_id = (
      select m.user_id from public.company_members as m
      where m.company_id = b.company_id and m.user_id not in (person, b.blocker_id)
        and not exists (select from public.blocks as other
          where other.blocker_id = b.blocker_id and other.blocked_id = m.user_id)
      order by m.joined_at, m.user_id limit 1)
    where b.blocked_id = person
      and exists (select from private.company_people as p where p.company_id = b.company_id and p.user_id = person)
      and exists (select from public.company_members as m
        where m.company_id = b.company_id and m.user_id not in (person, b.blocker_id)
          and not exists (select from public.blocks as other
            where other.blocker_id = b.blocker_id and other.blocked_id = m.user_id))
$$;
revoke execute on function private.keep_blocks_of_company(uuid) from public;
create or replace function private.hand_over_all() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then perform private.keep_blocks_of_company(old.id); end if;
  perform private.hand_over(old.id, m.company_id) from public.company_members as m where m.user_id = old.id;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- The caller's own block; and in a team, that of a colleague, who may have left: it closes the conversation for all of
-- them, so each sees it and can end it.
create function private.is_own_block(block public.blocks, talk public.conversations) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when talk.candidate_id = auth.uid()
    then block.blocker_id = auth.uid() and (block.blocked_id = talk.member_id or block.company_id = talk.company_id)
    else block.blocked_id = talk.candidate_id and (block.blocker_id = auth.uid()
      or block.company_id = talk.company_id and exists (select from private.company_people as p
        where p.company_id = talk.company_id and p.user_id = block.blocker_id)) end
$$;
revoke execute on function private.is_own_block(public.blocks, public.conversations) from public;
create or replace function private.own_block(talk public.conversations) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.blocks as b where private.is_own_block(b, talk)
    and (b.blocker_id = auth.uid() or b.company_id = talk.company_id))
$$;
create or replace function public.unblock_conversation(conversation uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.blocks as b using public.conversations as c
    where c.id = conversation and private.side_of(c) is not null
      and (b.blocker_id = auth.uid() or b.company_id = c.company_id) and private.is_own_block(b, c)
$$;

-- Whoever answers an applicant needs neither a membership nor a turn, and their screen is to know it.
-- may lock or break: the same function with one column more, made anew at once.
drop function public.list_conversations(boolean, timestamptz);
create function public.list_conversations(
  archived boolean default false, before timestamptz default null
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
  order by c.last_message_at desc, c.id limit 30
$$;
revoke execute on function public.list_conversations(boolean, timestamptz) from public, anon;
grant execute on function public.list_conversations(boolean, timestamptz) to authenticated;

-- Of a team, nobody who is blocked hears of a candidate's answer in the place of those who can give another one.
create or replace function private.who_answers(talk public.conversations) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.user_id from public.company_members as m
  where m.company_id = talk.company_id and m.role in ('admin', 'recruiter')
    and m.user_id not in (select private.banned_people())
  order by (select max(w.created_at) from public.messages as w
      where w.conversation_id = talk.id and w.sender_id = m.user_id) desc nulls last,
    m.user_id is distinct from talk.member_id, m.joined_at limit 1
$$;

-- A posting that waits for staff waits for the whole company, not for its poster alone. Whose it is says the table, not
-- the row that a caller sends.
create or replace function public.waits_for_review(job public.jobs) returns boolean
language sql stable security definer set search_path = '' as $$
  select job.hidden_at is not null
    and exists (select from public.jobs as own where own.id = job.id
      and (own.posted_by = auth.uid() or own.company_id = any (private.own_companies('viewer'))))
    and exists (select from staff.cases as c where c.kind = 'job' and c.subject_id = job.id and c.held_for <> '{}'
      and c.decided_at is null and c.state in ('waiting', 'asked', 'answered'))
$$;

-- Featuring takes the membership of who posted the job; a colleague who tries hears whose.
create or replace function private.check_featured_job() returns trigger
language plpgsql set search_path = '' as $$
declare
  was_open boolean := private.is_open(old);
  is_own boolean := new.posted_by = auth.uid();
  others integer;
begin
  if not new.is_featured then return new; end if;
  -- What leaves the board makes room, and does not come back featured by itself.
  if old.is_featured then
    new.is_featured := was_open and new.is_active and new.hidden_at is null;
    return new;
  end if;
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if not private.has_active_membership(new.posted_by) then
    raise exception using errcode = '42501', message = case when is_own
      then 'Featuring a job takes an employer membership.'
      else 'Featuring this job takes a membership or a seat of the colleague who posted it.' end;
  end if;
  if not was_open or not new.is_active then
    raise exception using errcode = '23514',
      message = 'Only a job that is on the board can be featured.';
  end if;
  -- Two tabs at once must not make four of three.
  perform pg_advisory_xact_lock(hashtextextended('featured ' || new.posted_by, 0));
  select count(*) into others from public.jobs as j
    where j.posted_by = new.posted_by and j.id <> new.id and j.is_featured and private.is_open(j);
  if others >= 3 then
    raise exception using errcode = '23514', message = case when is_own
      then 'You can feature three jobs at a time. Switch another one off first.'
      else 'Three jobs of the colleague who posted this one are featured already. Switch one of them off first.' end;
  end if;
  return new;
end
$$;

-- Seats are those of one company: of a payer who now hires for another one, those that are given here stay here until an
-- admin takes them, and are not offered there. What somebody buys is shown where they pay.
create or replace function public.own_seats() returns table (company_id uuid, company text, role text, pays boolean,
  total integer, taken integer, bought integer)
language sql stable security definer set search_path = '' as $$
  select c.id, c.name, m.role, private.pays(me.id),
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
  order by c.name, c.id
$$;
create or replace function public.company_seats(company uuid)
returns table (user_id uuid, name text, role text, is_me boolean, state text)
language sql stable security definer set search_path = '' as $$
  select m.user_id, coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), u.email, 'Somebody'),
    m.role, m.user_id = auth.uid(),
    case when private.pays(m.user_id) then 'pays'
      when exists (select from public.membership_seats as s
        where s.user_id = m.user_id and s.company_id = company and private.pays(s.payer_id))
      then case when (private.seat_of(m.user_id)).payer_id is not null then 'seat' else 'lost' end
      when (private.seat_of(m.user_id)).payer_id is not null then 'elsewhere'
      else 'none' end
  from public.company_members as m join auth.users as u on u.id = m.user_id
  where m.company_id = company and company = any (private.own_companies('viewer'))
  order by m.joined_at, m.user_id
$$;

-- Whoever has a seat of a company may owe for a membership of their own, which is charged all the same.
create or replace function private.own_membership()
returns table (has_access boolean, product_id text, status text, ends_at timestamptz,
  cancel_at_period_end boolean, is_owed boolean, seat_of text, seats integer)
language sql stable security definer set search_path = '' as $$
  select private.pays(s.user_id), s.product_id, s.status,
    case when s.status = 'past_due' then s.paid_until else s.current_period_end end,
    s.cancel_at_period_end, s.status in ('past_due', 'unpaid'), null, private.seats_of(s.user_id)
  from public.subscriptions as s
    where s.user_id = (select auth.uid())
      and (private.pays(s.user_id) or (private.seat_of(s.user_id)).payer_id is null)
  union all
  select true, s.product_id, s.status,
    case when s.status = 'past_due' then s.paid_until else s.current_period_end end,
    s.cancel_at_period_end, exists (select from public.subscriptions as own
      where own.user_id = (select auth.uid()) and own.status in ('past_due', 'unpaid')), c.name, null
  from private.seat_of((select auth.uid())) as seat
    join public.subscriptions as s on s.user_id = seat.payer_id
    join public.companies as c on c.id = seat.company_id
    where not private.pays((select auth.uid()))
$$;

-- A seat that is gone is told of, whatever took it: also that its payer left, or that its holder only looks on now.
create or replace function private.follow_seat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.end_featured_jobs_of(old.user_id);
    -- Of more people than seats, the newest have been told before.
    if old.end_told_at is null and old.user_id is distinct from auth.uid()
      and (not private.pays(old.payer_id) or (select count(*) from public.membership_seats as older
        where older.payer_id = old.payer_id and (older.given_at, older.user_id) < (old.given_at, old.user_id))
        < private.seats_of(old.payer_id) - 1)
    then
      perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', old.company_id,
        'userId', old.user_id, 'byId', coalesce(auth.uid(), old.payer_id)));
    end if;
  end if;
  perform private.tell_person(person, 'membership')
    from unnest(array[coalesce(new.user_id, old.user_id), coalesce(new.payer_id, old.payer_id)]) as person;
  return null;
end $$;
create or replace function public.take_seat(company uuid, person uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin(company);
  delete from public.membership_seats as s where s.company_id = take_seat.company and s.user_id = person;
end $$;
