-- Whoever never had an account, writes by letter and asks what is known of their address, or wants it gone, could be answered
-- by nobody: newsletter, alerts and applications of visitors were on no screen. Decision 231.
create function staff.known_of(asked text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  mailbox text := lower(btrim(asked));
begin
  perform staff.require('staff');
  return jsonb_build_object(
    'account', (select u.id from auth.users as u where u.email = mailbox and u.deleted_at is null limit 1),
    'mails', (select count(*) from staff.mails as m where m.recipient = mailbox),
    'things', (select coalesce(jsonb_agg(to_jsonb(t) order by t.kind, t.at), '[]') from (
      select 'newsletter' as kind, null as words, coalesce(s.confirmed_at, s.consented_at) as at
        from public.newsletter_subscribers as s where s.email = mailbox
      union all select 'alert', null, a.created_at from public.alerts as a where a.email = mailbox
      union all select 'application', a.job_title || ' · ' || a.company_name, a.applied_at
        from public.applications as a where a.email = mailbox and a.applicant_id is null and a.leaves_at is null
      union all select 'leaving', a.job_title || ' · ' || a.company_name, a.leaves_at
        from public.applications as a where a.email = mailbox and a.applicant_id is null and a.leaves_at is not null
      union all select 'invitation', c.name, i.sent_at
        from public.company_invitations as i join public.companies as c on c.id = i.company_id where i.email = mailbox
      union all select 'role', i.role, i.appointed_at from staff.invitations as i where i.email = mailbox
      union all select 'credential', w.number::text, w.awarded_at
        from register.awards as w where w.email = mailbox and w.user_id is null
      union all (select 'contact', j.title || ' · ' || j.company, j.created_at
        from public.jobs as j where lower(j.contact_email) = mailbox order by j.created_at desc limit 100)
    ) as t));
end $$;

-- What the links of their mails would do, one by one: as leave_lists does it for an account. What is of an account, of a
-- company or of the register has acts of its own.
create function staff.forget_address(asked text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  mailbox text := lower(btrim(asked));
  guests uuid[];
  gone jsonb := '{}';
  count bigint;
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  if exists (select from auth.users as u where u.email = mailbox and auth.has_proved_mailbox(u.id)) then
    perform private.refuse('address_has_account');
  end if;
  delete from public.newsletter_subscribers where email = mailbox;
  get diagnostics count = row_count;
  gone := gone || jsonb_build_object('newsletter', count);
  delete from public.alerts where email = mailbox;
  get diagnostics count = row_count;
  gone := gone || jsonb_build_object('alerts', count);
  delete from private.alert_tokens where mailbox in (stops_for, email);
  guests := array(select a.id from public.applications as a
    where a.email = mailbox and a.applicant_id is null and a.leaves_at is null);
  perform private.take_back(guests);
  gone := gone || jsonb_build_object('applications', cardinality(guests));
  delete from public.company_invitations where email = mailbox;
  get diagnostics count = row_count;
  gone := gone || jsonb_build_object('invitations', count);
  delete from private.invitation_mails where email = mailbox;
  perform private.drop_tasks_to(mailbox);
  delete from staff.mails where recipient = mailbox;
  get diagnostics count = row_count;
  return gone || jsonb_build_object('emails', count);
end $$;

revoke all on function staff.known_of(text), staff.forget_address(text) from public, anon;
grant execute on function staff.known_of(text), staff.forget_address(text) to authenticated;
