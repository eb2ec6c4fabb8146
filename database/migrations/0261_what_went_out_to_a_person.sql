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
