-- Who was removed from a company, or has left it, writes to candidates under its name no longer. Decision 147.

-- What a member said they hire for stays noted, with the limits on changing it; but a company that goes on without them
-- is not named to others.
create function private.company_shown(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.company_in_effect(person) where not exists (
    select from public.employers as e
    where e.user_id = person and e.in_effect_at <= now() and e.company_id is not null
      and not exists (select from public.company_members as m
        where m.company_id = e.company_id and m.user_id = e.user_id))
$$;
revoke execute on function private.company_shown(uuid) from public;

create or replace function private.write_as_member(candidate uuid, words text, key uuid)
returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
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
    if (select count(*) from public.conversations as c
      where c.member_id = me and c.started_at > clock_timestamp() - interval '1 day') >= 25
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

-- Seats rest while their payer is blocked, and who had one hears of it as of any other end.
create function private.gives_seats(payer uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.pays(payer) and payer not in (select private.banned_people())
$$;
revoke execute on function private.gives_seats(uuid) from public;
create or replace function private.tell_ended_seats() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended record;
begin
  update public.membership_seats as s set end_told_at = null
    where s.end_told_at is not null and private.gives_seats(s.payer_id);
  for ended in
    update public.membership_seats as s set end_told_at = now()
      where s.end_told_at is null and not private.gives_seats(s.payer_id)
        -- Of more people than seats, the newest had none.
        and (select count(*) from public.membership_seats as older
          where older.payer_id = s.payer_id and (older.given_at, older.user_id) < (s.given_at, s.user_id))
          < private.seats_of(s.payer_id) - 1
      returning s.company_id, s.user_id, s.payer_id
  loop
    perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', ended.company_id,
      'userId', ended.user_id, 'byId', ended.payer_id));
  end loop;
end $$;

-- A company that staff closed can be opened again: its admins read that they may write to us where we are wrong.
create or replace function staff.decide_company(wanted uuid, approves boolean, words text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  it staff.company_cases;
  company public.companies;
  posting public.jobs;
  hidden integer := 0;
  shown integer := 0;
  seen integer;
begin
  perform staff.require('staff');
  select * into it from staff.company_cases as k where k.id = wanted for update;
  if it.id is null or exists (select from public.company_members as own
    where own.user_id = auth.uid() and own.company_id in (it.company_id, it.holder_id)) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  -- A check can be taken back, and a company that was closed for its name is opened again.
  if it.decided_at is not null and not (it.kind = 'check' and it.decision = 'approved' and not approves)
    and not (it.kind = 'name' and it.decision = 'refused' and approves)
  then
    raise exception '% decided this meanwhile.', coalesce(staff.name_of(it.decided_by), 'Somebody') using errcode = 'SF412';
  end if;
  select * into company from public.companies as c where c.id = it.company_id for update;
  if it.kind = 'domain' and approves and company.domain is distinct from it.claim then
    raise exception 'The company names another web address by now.' using errcode = 'SF412';
  end if;
  case
    when it.kind = 'rename' and approves then
      perform private.call_company(company.id, it.claim);
    when it.kind in ('check', 'domain') and approves then
      if it.kind = 'domain' then
        update public.company_proofs as p set ended_at = now()
          where p.company_id = it.holder_id and p.domain = it.claim and p.ended_at is null;
        perform private.show_proofs(it.holder_id);
      end if;
      insert into public.company_proofs (company_id, kind, domain)
        values (company.id, 'staff',
          case when private.holder_of(company.domain, company.id) is null then company.domain end)
        on conflict do nothing;
      perform private.show_proofs(company.id);
    when it.kind = 'check' then
      update public.company_proofs as p set ended_at = now()
        where p.company_id = company.id and p.kind = 'staff' and p.ended_at is null;
      perform private.show_proofs(company.id);
    when it.kind = 'name' and not approves then
      for posting in select * from private.open_jobs_of(company.id) order by id limit 200 loop
        perform staff.decide_job(posting.id, posting.updated_at, coalesce((
          select k.version from staff.cases as k where k.kind = 'job' and k.subject_id = posting.id
          order by k.state in ('waiting', 'asked', 'answered', 'appealed') desc, k.opened_at desc limit 1), 0), true, words);
        hidden := hidden + 1;
      end loop;
      update public.companies as c set closed_at = now() where c.id = company.id;
      perform pg_notify('jobs_changed', 'changed');
      when it.kind = 'name' and it.decision = 'refused' then
      update public.companies as c set closed_at = null where c.id = company.id;
      -- Those that went with it, by its moment, and not one that was hidden for itself. An appeal is for somebody else.
      for posting in select j.* from public.jobs as j
        where j.company_id = company.id and j.hidden_at = it.decided_at order by j.id
      loop
        select k.version into seen from staff.cases as k
          where k.kind = 'job' and k.subject_id = posting.id and k.state = 'hidden' order by k.opened_at desc limit 1;
        if found then
          perform staff.decide_job(posting.id, posting.updated_at, seen, false, null);
          shown := shown + 1;
        end if;
      end loop;
      perform pg_notify('jobs_changed', 'changed');
    else
  end case;
  update staff.company_cases as k set decision = case when approves then 'approved' else 'refused' end,
    answer = words, decided_by = auth.uid(), decided_at = now() where k.id = it.id;
  return jsonb_build_object('company', company.id, 'kind', it.kind, 'claim', it.claim, 'name', company.name,
    'hidden', hidden, 'shown', shown, 'before', it.decision);
end $$;
