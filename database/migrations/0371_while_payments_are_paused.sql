-- Payments that an owner pauses in Stripe's dashboard leave the state as it is: the membership runs, and nothing is charged. Its
-- page and its mails promised a charge all the same. So the site keeps whether they are paused, and since when. Decision 330.
alter table public.subscriptions add column charges_paused boolean not null default false;
grant select (charges_paused) on public.subscriptions to authenticated;
alter table staff.membership_changes add column charges_paused boolean not null default false;

create or replace view staff.memberships as
  select s.user_id as id, s.started_at, s.status, s.current_period_end, s.cancel_at_period_end as is_ending,
    coalesce(s.current_period_end, 'infinity') as period_order, s.paid_until, s.amount, s.currency, s.price_interval,
    s.subscription_id, s.customer_id, s.asked_at, private.has_active_membership(s.user_id) as has_access, w.words,
    (select u.email::text from auth.users as u where u.id = s.user_id) as email,
    (select u.raw_user_meta_data ->> 'full_name' from auth.users as u where u.id = s.user_id) as name,
    (select e.company from public.employers as e where e.user_id = s.user_id) as company,
    s.charges_paused
  from public.subscriptions as s join staff.people_words as w on w.user_id = s.user_id
  where s.subscription_id is not null and (select private.has_staff_role('staff'));

create or replace function private.note_membership_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_over boolean := new.status = 'canceled' and old.status <> 'canceled' and not old.cancel_at_period_end
    and not new.ended_unpaid;
  begun timestamptz;
  change bigint;
begin
  -- Since when it had renewed, before this.
  begun := (select c.at from staff.membership_changes as c
    where c.user_id = new.user_id and c.subscription_id = new.subscription_id and not c.is_ending
    order by c.id desc limit 1);
  insert into staff.membership_changes (user_id, subscription_id, status, is_ending, current_period_end, amount, currency,
      price_interval, charges_paused)
    values (new.user_id, new.subscription_id, new.status, new.cancel_at_period_end, new.current_period_end, new.amount,
      new.currency, new.price_interval, new.charges_paused)
    returning id into change;
  if new.subscription_id = old.subscription_id
    and (is_over or new.status <> 'canceled' and new.cancel_at_period_end <> old.cancel_at_period_end)
    -- Of an owner's cancellation there is a mail already.
    and not ((is_over or new.cancel_at_period_end) and exists (select from staff.payment_acts as a
      where a.subscription_id = new.subscription_id and a.kind <> 'refund' and a.state <> 'refused'
        and a.asked_at >= coalesce(begun, '-infinity')))
  then
    perform queue.add('membership-mail', json_build_object('change', change::text));
  end if;
  return null;
end
$$;
create or replace trigger after_9_note_membership_change after update on public.subscriptions for each row
  when (new.subscription_id is not null and (new.subscription_id, new.status, new.cancel_at_period_end, new.current_period_end,
    new.amount, new.currency, new.price_interval, new.charges_paused) is distinct from (old.subscription_id, old.status,
    old.cancel_at_period_end, old.current_period_end, old.amount, old.currency, old.price_interval, old.charges_paused))
  execute function private.note_membership_change();

-- No charge is promised while payments are paused.
create or replace function staff.write_membership_change(change bigint)
returns table (email text, what text, heard_at timestamptz, until timestamptz, is_owed boolean)
language sql stable security definer set search_path = '' as $$
  select u.email::text,
      case when c.status = 'canceled' then 'ended' when c.is_ending then 'ends' else 'renews' end,
      c.at,
      -- What is unpaid or paused gives none, however long its period.
      case when not (c.is_ending or c.status = 'canceled') then case when not s.charges_paused then s.current_period_end end
        when s.status in ('active', 'trialing', 'past_due', 'canceled') then coalesce(s.paid_until, s.current_period_end) end,
      s.status in ('past_due', 'unpaid')
    from staff.membership_changes as c
    join public.subscriptions as s on s.user_id = c.user_id and s.subscription_id = c.subscription_id
    join auth.users as u on u.id = c.user_id
    where c.id = change and u.deleted_at is null and u.email is not null
      and u.id not in (select private.banned_people())
      and not exists (select from staff.membership_changes as later
        where later.user_id = c.user_id and later.subscription_id = c.subscription_id and later.id > c.id
          and (later.is_ending <> c.is_ending or (later.status = 'canceled') <> (c.status = 'canceled')))
$$;

-- How their membership changed, and what was asked of the payment service about it, are somebody's own. Why staff asked stays
-- with staff, as their notes do.
create or replace function private.exported_beside(person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  passkeys jsonb := '[]';
  reports jsonb;
  changes jsonb;
  acts jsonb;
begin
  begin
    select coalesce(jsonb_agg(jsonb_build_object('name', w.friendly_name, 'created_at', w.created_at,
        'last_used_at', w.last_used_at) order by w.created_at), '[]')
      into passkeys from auth.webauthn_credentials as w where w.user_id = person;
  exception when undefined_table or undefined_column or insufficient_privilege then
    -- A Supabase project shows its own in its own way.
  end;
  select coalesce(jsonb_agg(jsonb_build_object('about', k.kind, 'reason', r.reason, 'note', r.note,
      'created_at', r.created_at) order by r.created_at), '[]')
    into reports from staff.reports as r join staff.cases as k on k.id = r.case_id where r.reporter_id = person;
  select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'user_id'] order by c.id), '[]')
    into changes from staff.membership_changes as c where c.user_id = person;
  select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'charge_id', a.charge_id, 'amount', a.amount,
      'asked_at', a.asked_at, 'state', a.state, 'ended_at', a.ended_at) order by a.asked_at), '[]')
    into acts from staff.payment_acts as a where a.user_id = person;
  return jsonb_build_object('passkeys', passkeys, 'reports', reports, 'membership_changes', changes,
    'refunds_and_cancellations', acts);
end $$;
