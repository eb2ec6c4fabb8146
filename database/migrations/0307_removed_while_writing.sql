-- Who writes for a company while they are removed from it, or become a viewer, left what they began in a place that nobody handed
-- over: a posting or a conversation of the company in the name of somebody who does not work there. Now the removal waits until that
-- is written, and hands it over with the rest; and what comes after it is theirs alone.
create function private.held_team_of(person uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  team uuid := private.team_of(person);
begin
  perform from public.company_members as m
    where m.company_id = team and m.user_id = person and m.role <> 'viewer' for share;
  return case when found then team end;
end $$;

create or replace function private.save_for_team() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.company_id := private.held_team_of(new.user_id);
  return new;
end $$;

create or replace function private.company_of(person uuid, called text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := private.name_key(called);
  company uuid;
begin
  for attempt in 1..2 loop
    select c.id into company
      from public.company_members as m join public.companies as c on c.id = m.company_id
      where m.user_id = person and m.role <> 'viewer'
        and (c.name_key = wanted or private.name_key(c.next_name) = wanted)
      order by m.joined_at, c.id limit 1 for share of m;
    -- For whoever works there the name that it had before is still the same company.
    if company is null then
      select m.company_id into company
        from public.company_members as m join private.former_company_names as f on f.company_id = m.company_id
        where m.user_id = person and m.role <> 'viewer' and f.key = wanted
        order by m.joined_at, m.company_id limit 1 for share of m;
    end if;
    if company is not null then return company; end if;
    -- Two postings at once would make two.
    perform pg_advisory_xact_lock(hashtextextended('companies of ' || person, 0));
  end loop;
  if private.is_sent_by_people() then
    if private.calls_itself_us(called) and not exists (select from staff.members as s where s.user_id = person) then
      raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your company.';
    end if;
    if exists (select from public.company_members as m join public.companies as c on c.id = m.company_id
      where m.user_id = person and m.role = 'viewer'
        and (c.name_key = wanted or private.name_key(c.next_name) = wanted
          or exists (select from private.former_company_names as f where f.company_id = c.id and f.key = wanted)))
    then
      raise exception using errcode = '23514',
        message = 'You are a viewer at this company. Ask one of its admins to make you a recruiter first.';
    end if;
    if (select count(*) from public.company_members as m where m.user_id = person) >= 50 then
      raise exception using errcode = 'PT409',
        message = 'You work for 50 companies already. Say “for a client” on the job, or leave one of them first.';
    end if;
  end if;
  insert into public.companies (slug, name) values (private.company_slug(called), called) returning id into company;
  insert into public.company_members (company_id, user_id, role) values (company, person, 'admin');
  return company;
end $$;

create or replace function private.write_as_member(candidate uuid, words text, key uuid) returns TABLE(message_id uuid, conversation_id uuid, is_repeated boolean)
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
  select c.* into conversation from public.conversations as c
    where c.candidate_id = candidate
      and (c.company_id = private.company_hired_for(me) or (c.company_id is null and c.member_id = me))
    order by c.company_id nulls last limit 1;
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
