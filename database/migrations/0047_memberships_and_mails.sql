-- Memberships and mails as staff look after them. Decision 88.

-- What the list shows and the payment service decides. What stands here from before is asked again within the hour.
alter table public.subscriptions
  add column started_at timestamptz not null default now(),
  add column amount bigint,
  add column currency text,
  add column price_interval text;
update public.subscriptions set started_at = updated_at;
create index subscriptions_staff_idx on public.subscriptions (started_at desc, user_id desc)
  where subscription_id is not null;
create index subscriptions_staff_status_idx on public.subscriptions (status, started_at desc, user_id desc)
  where subscription_id is not null;
create index subscriptions_staff_ending_idx on public.subscriptions (started_at desc, user_id desc)
  where subscription_id is not null and cancel_at_period_end;
create index subscriptions_staff_end_idx on public.subscriptions
  ((coalesce(current_period_end, 'infinity')), user_id) where subscription_id is not null;

create view staff.memberships as
  select s.user_id as id, s.started_at, s.status, s.current_period_end, s.cancel_at_period_end as is_ending,
    coalesce(s.current_period_end, 'infinity') as period_order, s.paid_until, s.amount, s.currency, s.price_interval,
    s.subscription_id, s.customer_id, s.asked_at, private.has_active_membership(s.user_id) as has_access, w.words,
    (select u.email::text from auth.users as u where u.id = s.user_id) as email,
    (select u.raw_user_meta_data ->> 'full_name' from auth.users as u where u.id = s.user_id) as name,
    (select e.company from public.employers as e where e.user_id = s.user_id) as company
  from public.subscriptions as s join staff.people_words as w on w.user_id = s.user_id
  where s.subscription_id is not null and (select private.has_staff_role('staff'));
revoke all on staff.memberships from anon, authenticated, service_role;
grant select on staff.memberships to authenticated;

-- What an owner asks of the payment service. Written and logged before it is asked, under a number that was made where
-- the act was begun: pressed twice, sent again or cut off in between, it is the same act, and done once.
create table staff.payment_acts (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  customer_id text not null,
  kind text not null check (kind in ('refund', 'cancel-at-end', 'cancel-now')),
  charge_id text check (length(charge_id) <= 255),
  -- In the smallest unit, and how much of the charge had been given back when the owner looked.
  amount bigint check (amount > 0),
  refunded_before bigint check (refunded_before >= 0),
  subscription_id text,
  reason text not null check (length(reason) between 3 and 1000),
  asked_by uuid not null default auth.uid(),
  asked_at timestamptz not null default now(),
  state text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  outcome text check (length(outcome) <= 1000),
  ended_at timestamptz,
  -- How often the payment service answered with a failure of its own, which it repeats to the same key.
  failures int not null default 0,
  check ((kind = 'refund') = (charge_id is not null and amount is not null and refunded_before is not null))
);
create trigger before_1_plain_text before insert or update on staff.payment_acts
  for each row execute function private.make_plain_text();
create index payment_acts_user on staff.payment_acts (user_id, asked_at desc);
-- One after the other for each person.
create unique index payment_acts_one on staff.payment_acts (user_id) where state = 'asked';
alter table staff.payment_acts enable row level security;
revoke all on staff.payment_acts from anon, authenticated, service_role;
grant select on staff.payment_acts to authenticated;
create policy "Staff see what was asked of the payment service" on staff.payment_acts for select to authenticated
  using ((select private.has_staff_role('staff')));
create constraint trigger must_be_logged after insert or update of state on staff.payment_acts
  deferrable initially deferred for each row execute function staff.must_be_logged('user_id');

-- True where it is new; false for the same act again.
create function staff.ask_payment_act(act uuid, person uuid, kind text, charge text, amount bigint, refunded bigint,
  reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known staff.payment_acts;
  ours public.subscriptions;
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  select * into ours from public.subscriptions as s where s.user_id = person for update;
  select * into known from staff.payment_acts as a where a.id = act;
  if known.id is not null then
    if (known.user_id, known.kind, known.charge_id, known.amount)
      is distinct from (person, ask_payment_act.kind, charge, ask_payment_act.amount)
    then perform private.refuse('changed_meanwhile'); end if;
    return false;
  end if;
  if ours.customer_id is null or kind <> 'refund' and ours.subscription_id is null then
    perform private.refuse('no_customer');
  end if;
  if exists (select from staff.payment_acts as a where a.user_id = person and a.state = 'asked') then
    perform private.refuse('payment_act_waits');
  end if;
  insert into staff.payment_acts (id, user_id, customer_id, kind, charge_id, amount, refunded_before, subscription_id,
      reason)
    values (act, person, ours.customer_id, kind, charge, amount, refunded,
      case when kind <> 'refund' then ours.subscription_id end, reason);
  -- Whoever asked does it at once; this is for a process that ends before the answer.
  perform queue.add('staff-payment-act', json_build_object('id', act), 'staff-payment-act ' || act,
    now() + interval '30 seconds');
  return true;
end
$$;
grant execute on function staff.ask_payment_act(uuid, uuid, text, text, bigint, bigint, text) to authenticated;

create function staff.read_payment_act(act uuid) returns setof staff.payment_acts
language sql stable security definer set search_path = '' as $$
  select * from staff.payment_acts where id = act
$$;
-- By whoever did it first, the request or the queue.
create function staff.end_payment_act(act uuid, is_done boolean, words text, before jsonb, after jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  it staff.payment_acts;
begin
  update staff.payment_acts as a set state = case when is_done then 'done' else 'refused' end,
      outcome = left(words, 1000), ended_at = now()
    where a.id = act and a.state = 'asked' returning a.* into it;
  if it.id is null then return false; end if;
  perform staff.append('site', null, null, 'payment-act-' || it.state, 'person', it.user_id::text, null, before,
    coalesce(after, '{}') || jsonb_build_object('act', act, 'kind', it.kind, 'outcome', it.outcome));
  return true;
end
$$;
create function staff.count_payment_failure(act uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update staff.payment_acts set failures = failures + 1 where id = act
$$;
grant execute on function staff.read_payment_act(uuid), staff.end_payment_act(uuid, boolean, text, jsonb, jsonb),
  staff.count_payment_failure(uuid) to service_role;

-- Mails that went out or were turned away, for thirty days. Links and codes were blacked out before they came here, and
-- of mails with people's words there is the head alone. A newsletter has its own record (public.newsletter_deliveries).
create table staff.mails (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind ~ '^[a-z_-]{2,60}$'),
  recipient text not null check (length(recipient) <= 320),
  user_id uuid references auth.users (id) on delete cascade,
  state text not null check (state in ('sent', 'bounced')),
  -- What the mail server answered.
  said text check (length(said) <= 500),
  subject text not null check (length(subject) <= 300),
  body text check (length(body) <= 20000)
);
create index mails_newest on staff.mails (at desc, id desc);
create index mails_recipient on staff.mails (recipient, at desc, id desc);
create index mails_kind on staff.mails (kind, at desc, id desc);
create index mails_user on staff.mails (user_id, at desc, id desc);
create index mails_bounced on staff.mails (at desc, id desc) where state = 'bounced';
alter table staff.mails enable row level security;
revoke all on staff.mails from anon, authenticated, service_role;
grant select on staff.mails to authenticated;
create policy "Staff see mails" on staff.mails for select to authenticated
  using ((select private.has_staff_role('staff')));

create function staff.keep_mail(kind text, receiver text, state text, said text, subject text, body text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into staff.mails (kind, recipient, user_id, state, said, subject, body)
    values (kind, lower(left(receiver, 320)), (select u.id from auth.users as u where u.email = lower(receiver)
        and not u.is_sso_user and u.deleted_at is null),
      state, left(said, 500), left(subject, 300), left(body, 20000))
$$;
create function staff.clean_mails() returns bigint
language sql volatile security definer set search_path = '' as $$
  with gone as (delete from staff.mails where at < now() - interval '30 days' returning 1) select count(*) from gone
$$;
grant execute on function staff.keep_mail(text, text, text, text, text, text), staff.clean_mails() to service_role;

create function staff.forget_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from staff.mails where user_id = new.id;
  delete from staff.payment_acts where user_id = new.id;
  return null;
end
$$;
create trigger forget_mails after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function staff.forget_mails();

-- The queue: tasks that send a mail (or a text message), and the others.
create function staff.is_mail_task(task text) returns boolean
language sql immutable set search_path = '' as $$
  select task ~ '(^auth-(letter|notice|sms)|-mails?|^newsletter-(edition|trial)|^staff-(invitation|factor-help|factors-ended|export|digest))$'
$$;
-- Of more than a thousand nobody needs the number.
create function staff.count_failed_work(mails boolean) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  return (select count(*) from (select from graphile_worker.jobs as j
    where j.last_error is not null and j.locked_at is null and staff.is_mail_task(j.task_identifier) = mails
    limit 1001) as one);
end
$$;

-- Whom it goes to, as far as the task knows: most read that when they are sent.
create function staff.receiver_of_task(payload json) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(payload ->> 'to', payload #>> '{recipient,address}', (select u.email::text from auth.users as u
    where u.id::text = coalesce(payload #>> '{recipient,userId}', payload ->> 'userId', payload ->> 'person')))
$$;

create function staff.queued_tasks(wanted text, of_mails boolean, before bigint, most int)
returns table (id float8, task text, kind text, recipient text, created_at timestamptz, run_at timestamptz,
  attempts int, max_attempts int, error text, state text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  return query
    select j.id::float8, t.identifier, coalesce(j.payload ->> 'kind', ''), staff.receiver_of_task(j.payload),
      j.created_at, j.run_at, j.attempts::int, j.max_attempts::int, j.last_error,
      case when j.locked_at is not null then 'sending' when j.attempts >= j.max_attempts then 'failed'
        when j.last_error is not null then 'retrying' else 'waiting' end
    from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id
    where (before is null or j.id < before) and (of_mails is null or staff.is_mail_task(t.identifier) = of_mails)
      and case wanted when 'failed' then j.last_error is not null and j.locked_at is null
        when 'waiting' then j.last_error is null else true end
    order by j.id desc limit least(most, 101);
end
$$;

-- Tried again at once, or taken out of the queue. Answers what it was.
create function staff.act_on_task(wanted bigint, drops boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before jsonb;
begin
  perform staff.require(case when drops then 'owner' else 'staff' end);
  select jsonb_build_object('task', t.identifier, 'kind', j.payload ->> 'kind', 'attempts', j.attempts,
      'error', j.last_error, 'person', (select u.id from auth.users as u
        where u.email = lower(staff.receiver_of_task(j.payload)) and not u.is_sso_user))
    into before
    from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id
    where j.id = wanted and j.locked_at is null for update of j;
  if before is null then
    raise exception 'under way or gone' using errcode = 'SF424';
  end if;
  -- A newsletter is stopped where it was sent, which takes the places away.
  if drops and before ->> 'task' = 'newsletter-edition' then perform private.refuse('stop_the_newsletter'); end if;
  -- Nor is money's: it may have been done.
  if drops and before ->> 'task' = 'staff-payment-act' then perform private.refuse('payment_act_waits'); end if;
  if drops then
    perform graphile_worker.complete_jobs(array[wanted]);
  else
    perform graphile_worker.reschedule_jobs(array[wanted], run_at => now(), attempts => 0);
  end if;
  return before;
end
$$;
grant execute on function staff.queued_tasks(text, boolean, bigint, int), staff.act_on_task(bigint, boolean),
  staff.count_failed_work(boolean)
  to authenticated;

-- So that an owner who tries the site at home sees what the lists are for. Of demo people alone.
create function staff.add_demo_mails() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  failed bigint;
begin
  insert into staff.mails (at, kind, recipient, user_id, state, said, subject, body)
    select now() - given.ago, given.kind, u.email, u.id, given.state, given.said, given.subject, given.body
    from auth.users as u join (values
        ('employer@demo.example', interval '2 days', 'job-posted', 'sent', '250 2.0.0 Sample answer of a mail server',
          'Sample: your job is on the board', null),
        ('candidate@demo.example', interval '26 hours', 'magiclink', 'sent', '250 2.0.0 Sample answer of a mail server',
          'Sample: sign in', E'Sample mail.\n\nSign in: [link blacked out]\nYour code is ██████.'),
        ('member@demo.example', interval '5 hours', 'password-changed', 'bounced',
          '550 5.1.1 Sample answer: no such mailbox', 'Sample: your password was changed',
          E'Sample mail.\n\nYour password was changed. If it was not you: [link blacked out]'))
      as given (email, ago, kind, state, said, subject, body) on given.email = u.email;
  select (graphile_worker.add_job('job-mail', json_build_object('kind', 'job-posted', 'jobId', j.id,
      'to', 'employer@demo.example'), max_attempts => 1)).id into failed
    from public.jobs as j join auth.users as u on u.id = j.posted_by and u.email = 'employer@demo.example'
    where j.hidden_at is null order by j.created_at desc, j.id limit 1;
  -- Given up two days ago, so that no alarm rings for it.
  update graphile_worker._private_jobs set attempts = 1, last_error = 'Sample: the mail server did not answer.',
      created_at = now() - interval '2 days', updated_at = now() - interval '2 days', run_at = now() - interval '2 days'
    where id = failed;
end
$$;
grant execute on function staff.add_demo_mails() to service_role;

create or replace function staff.forget_demo_cases() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from staff.cases
    where person_then ->> 'email' like '%@demo.example' or person_then ->> 'email' like '%@candidates.example';
  perform graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs
    where last_error like 'Sample: %' and payload ->> 'to' like '%@demo.example'));
end
$$;
