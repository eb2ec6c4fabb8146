-- Who has left the company that they stated is named to candidates without it (decision 147), and is told so. On the day on which
-- another one was stated and does not count yet, the one before was named nevertheless: which company of ours that was is noted now.
alter table public.employers add column former_company_id uuid;

create or replace function private.note_company_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := clock_timestamp();
  if tg_op = 'INSERT' then
    new.in_effect_at := now();
    return new;
  end if;
  if private.company_key(new.company) = private.company_key(old.company) then return new; end if;
  if private.is_sent_by_people() then
    if (select count(*) from unnest(old.changed_at) as at where at > now() - interval '1 year') >= 2 then
      raise exception using errcode = 'PT409', message =
        'You have changed the company twice within a year. Write to us, and we will change it for you.';
    end if;
    new.changed_at := old.changed_at || now();
  end if;
  if old.in_effect_at <= now() then
    new.former_company := old.company;
    new.former_company_id := old.company_id;
  end if;
  new.in_effect_at := private.tie_counts_from(new.user_id);
  return new;
end
$$;

create or replace function private.company_shown(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.company_in_effect(person) where not exists (
    select from public.employers as e join public.companies as c
      on c.id = case when e.in_effect_at <= now() then e.company_id else e.former_company_id end
    where e.user_id = person
      and not exists (select from public.company_members as m
        where m.company_id = c.id and m.user_id = e.user_id))
$$;

-- may lock or break: the same function with one column more, made anew at once.
drop function public.employer_state();
create function public.employer_state()
returns table (
  company text, next_company text, next_from timestamptz, is_confirmed boolean, changes_left integer,
  -- Whether candidates read it beside a new conversation.
  is_shown boolean
)
language sql stable security definer set search_path = '' as $$
  select private.company_in_effect(me.id),
    case when e.in_effect_at > now() then e.company end,
    case when e.in_effect_at > now() then e.in_effect_at end,
    auth.has_proved_mailbox(me.id),
    greatest(0, 2 - (select count(*)::integer from unnest(e.changed_at) as at
      where at > now() - interval '1 year')),
    private.company_shown(me.id) is not null
  from (select auth.uid() as id) as me left join public.employers as e on e.user_id = me.id
$$;
revoke execute on function public.employer_state() from public, anon;
grant execute on function public.employer_state() to authenticated;

-- A task that failed for good keeps the address that it is for, and nobody hears of it any more. It went with the account of a proved
-- mailbox alone; now with that of an unproved one, too, whose owner may still wait for what has not failed. Each goes after as many
-- days as a mail that went out.
create function private.drop_failed_tasks(address text, before timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs as j
    cross join lateral (select coalesce(j.payload ->> 'to', j.payload ->> 'email', j.payload #>> '{recipient,address}') as named) as n
    where j.attempts >= j.max_attempts and j.locked_at is null and n.named is not null
      and (lower(n.named) = address or j.updated_at < before)));
end
$$;
revoke execute on function private.drop_failed_tasks(text, timestamptz) from public;

create or replace function private.leave_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.has_proved_mailbox(old.id) then
    delete from public.newsletter_subscribers where email = lower(old.email);
    delete from public.alerts where email = lower(old.email);
    delete from private.alert_tokens where lower(old.email) in (stops_for, email);
    delete from public.company_invitations where email = lower(old.email);
    delete from private.invitation_mails where email = lower(old.email);
    perform private.drop_tasks_to(lower(old.email));
  else
    perform private.drop_failed_tasks(lower(old.email), null);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

create or replace function staff.clean_mails() returns bigint
language sql security definer set search_path = '' as $$
  select private.drop_failed_tasks(null, now() - interval '30 days');
  with gone as (delete from staff.mails where at < now() - interval '30 days' returning 1) select count(*) from gone
$$;

-- A credential is valid through a day wherever its holder is, as a deadline of a posting is: until the day has ended everywhere on
-- earth. It ended with the day in UTC, in Carolina in the evening. Decision 170.
create function register.last_day_over(moment timestamptz) returns date
language sql immutable set search_path = '' as $$
  select (timezone('UTC', moment) - interval '12 hours')::date - 1
$$;
revoke execute on function register.last_day_over(timestamptz) from public;
grant execute on function register.last_day_over(timestamptz) to authenticated, service_role;

create or replace function register.state_of(it register.awards) returns text
language sql stable set search_path = '' as $$
  select case when it.erased_at is not null then 'unknown'
    when it.state <> 'active' then it.state
    when it.expires_on <= register.last_day_over(now()) then 'expired'
    else 'active' end
$$;

create or replace function register.awards_in_state(wanted text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from register.awards
    where private.has_staff_role('staff') and wanted <> 'expired' and state = wanted and state <> 'active' and erased_at is null
  union all
  select id from register.awards
    where private.has_staff_role('staff') and wanted = 'expired' and state = 'active' and erased_at is null
      and expires_on <= register.last_day_over(now())
$$;

create or replace function register.end_seals() returns void
language sql security definer set search_path = '' as $$
  select register.show_seals(array(select distinct a.user_id from register.awards as a
    where a.user_id is not null
      and a.expires_on between register.last_day_over(now()) - 30 and register.last_day_over(now())))
$$;

create or replace function register.renew(wanted text, until date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  if it.expires_on is null or until <= greatest(it.expires_on, register.last_day_over(now())) then
    perform private.refuse('renewal_ends_sooner');
  end if;
  update register.awards set expires_on = until, issue = issue + 1 where id = it.id returning * into after;
  perform register.note(after, 'renew');
  perform register.tell_changed(after, 'renewed');
  return jsonb_build_object('expires_on', it.expires_on);
end
$$;
