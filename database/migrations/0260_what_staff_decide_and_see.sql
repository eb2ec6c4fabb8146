-- An appeal comes once for each hiding (decision 86). A case that was released after one and hidden again told its person that the
-- new decision had been looked at again and was final.
create or replace function staff.decide_case(wanted uuid, seen integer, hides boolean, words text)
returns staff.cases
language plpgsql security definer set search_path = '' as $$
declare
  it staff.cases := staff.take_up(wanted, seen);
  had_heard boolean := it.decided_at is not null or it.asked_at is not null or it.held_for <> '{}';
begin
  if it.state in ((case when hides then 'hidden' else 'released' end), 'blocked') then
    raise exception '%', staff.words_of_act(it) using errcode = 'SF412';
  end if;
  if it.decided_at < it.appealed_at and it.decided_by = auth.uid() and staff.has_other_decider(it) then
    raise exception 'somebody else decides' using errcode = 'SF413';
  end if;
  perform staff.apply_decision(it, hides);
  update staff.cases as c set state = case when hides then 'hidden' else 'released' end, version = c.version + 1,
      acted_by = auth.uid(), acted_as = auth.email(), acted_at = now(), changed_at = now(),
      decided_by = auth.uid(), decided_at = now(), reason = case when hides then words else c.reason end,
      -- What was released and is hidden again is another decision: nobody has looked at that one again.
      appealed_at = case when hides and it.state = 'released' then null else c.appealed_at end,
      claimed_by = null, claimed_as = null, claimed_at = null, letter_hash = null
    where c.id = it.id returning c.* into it;
  -- Whoever never heard that anything was asked or held needs no mail that all is well.
  if hides or had_heard then
    perform staff.tell(it, it.state);
  end if;
  perform staff.tell_reporters(it);
  return it;
end
$$;

-- Whoever had answered a question and appealed later read, by the same link again, that the question had been answered.
create or replace function staff.answer_letter(hash text, words text)
returns TABLE(asks_for text, title text, said text, is_open boolean)
language plpgsql security definer set search_path = '' as $$
declare
  it staff.cases;
begin
  select * into it from staff.cases as c where c.letter_hash = hash for update;
  if it.id is null then return; end if;
  if it.state = 'hidden' and it.appealed_at is null or it.state = 'asked' then
    if words is not null then
      update staff.cases as c set version = c.version + 1, changed_at = now(),
          state = case it.state when 'asked' then 'answered' else 'appealed' end,
          answer = case it.state when 'asked' then private.plain_text(words) else c.answer end,
          appeal = case it.state when 'asked' then c.appeal else private.plain_text(words) end,
          appealed_at = case it.state when 'asked' then c.appealed_at else now() end,
          acted_by = null, acted_as = null, acted_at = now()
        where c.id = it.id;
    end if;
    return query select case it.state when 'asked' then 'answer' else 'appeal' end, it.title,
      case it.state when 'asked' then it.question else it.reason end, true;
  else
    return query select case when coalesce(it.state_before, it.state) in ('asked', 'answered') then 'answer' else 'appeal' end,
      it.title, null::text, false;
  end if;
end
$$;

-- The page of a person named three kinds of their emails, from before there was a record of all: not the decision that they had just
-- been mailed, nor a code, nor what their mail server refused.
create or replace function staff.read_person(person uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  perform staff.require('staff');
  select jsonb_build_object(
    'account', jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone,
      'name', u.raw_user_meta_data ->> 'full_name', 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'proved_at', u.email_proved_at,
      'blocked_until', case when u.banned_until > now() then u.banned_until end,
      'company', (select e.company from public.employers as e where e.user_id = u.id),
      'ways', (select coalesce(jsonb_agg(i.provider order by i.created_at), '[]')
        from auth.identities as i where i.user_id = u.id),
      'role', (select m.role from staff.members as m where m.user_id = u.id),
      'newsletter', u.email_proved_at is not null and exists (
        select from public.newsletter_subscribers as s where s.email = lower(u.email) and s.confirmed_at is not null)),
    'block', (select jsonb_build_object('at', b.blocked_at, 'membership', b.membership,
        'by', (select a.email from auth.users as a where a.id = b.blocked_by))
      from staff.blocks as b where b.user_id = u.id),
    'help', (select jsonb_build_object('asked_at', h.asked_at, 'told_at', h.told_at,
        'due_at', h.told_at + h.waits, 'alone_due_at', h.told_at + 3 * h.waits,
        'is_mine', h.asked_by = auth.uid(), 'is_alone', staff.is_alone(auth.uid()),
        'by', (select a.email from auth.users as a where a.id = h.asked_by))
      from staff.factor_helps as h where h.user_id = u.id),
    'factors', (select coalesce(jsonb_agg(f order by f.created_at), '[]') from (
        select factor_type::text as kind, friendly_name as name, created_at from auth.mfa_factors
          where user_id = u.id and status = 'verified'
        union all
        select 'passkey', friendly_name, created_at from auth.webauthn_credentials where user_id = u.id) as f),
    'sessions', (select coalesce(jsonb_agg(s order by s.last_seen_at desc), '[]') from (
        select created_at, coalesce(refreshed_at, created_at) as last_seen_at, user_agent, host(ip) as ip,
          aal <> 'aal1' as is_full
        from auth.sessions where user_id = u.id and not_after > now() order by 2 desc limit 20) as s),
    'jobs', (select coalesce(jsonb_object_agg(c.status, c.count), '{}') from (
        select private.job_status(j) as status, count(*) from public.jobs as j
        where j.posted_by = u.id group by 1) as c),
    'newest_jobs', (select coalesce(jsonb_agg(j order by j.published_at desc), '[]') from (
        select j.id, j.title, j.company, j.published_at, private.job_status(j) as status from public.jobs as j
        where j.posted_by = u.id order by j.published_at desc limit 10) as j),
    'profile', (select jsonb_build_object('headline', p.headline, 'is_public', p.public_profile,
        'updated_at', p.updated_at) from public.candidate_profiles as p where p.user_id = u.id),
    'membership', (select jsonb_build_object('status', s.status, 'ends_at', s.current_period_end,
        'is_ending', s.cancel_at_period_end, 'has_access', private.has_active_membership(u.id))
      from public.subscriptions as s where s.user_id = u.id and s.subscription_id is not null),
    'conversations', (select jsonb_build_object(
        'begun', count(*) filter (where c.member_id = u.id),
        'received', count(*) filter (where c.candidate_id = u.id))
      from public.conversations as c where u.id in (c.member_id, c.candidate_id))
      || jsonb_build_object(
        'written', (select count(*) from public.messages as m where m.sender_id = u.id),
        'blocked_by', (select count(*) from public.blocks as b where b.blocked_id = u.id)),
    'mails', (select coalesce(jsonb_agg(m order by m.at desc), '[]') from (
        select * from (
          select sent.kind, sent.at, sent.state from staff.mails as sent where sent.user_id = u.id
          union all
          select 'newsletter', d.sent_at, 'sent' from public.newsletter_deliveries as d
            join public.newsletter_subscribers as s on s.id = d.subscriber_id
            where s.email = lower(u.email) and u.email_proved_at is not null and d.sent_at is not null
        ) as each order by at desc limit 20) as m),
    'notes', (select coalesce(jsonb_agg(n order by n.id desc), '[]') from (
        select n.id, n.words, n.written_at, (select a.email from auth.users as a where a.id = n.author_id) as author
        from staff.notes as n where n.user_id = u.id order by n.id desc limit 50) as n),
    'history', (select coalesce(jsonb_agg(h order by h.position desc), '[]') from (
        select l.position, l.at, l.act, coalesce(d.actor_address, l.actor_kind) as actor, d.reason
        from staff.log as l left join staff.log_details as d on d.position = l.position
        where l.subject_id = u.id::text order by l.position desc limit 20) as h)
  ) into answer from auth.users as u where u.id = person and u.deleted_at is null;
  if answer is null then perform private.refuse('person_gone'); end if;
  return answer;
end
$$;
