-- Alerts: a search that comes back by itself, when something new fits it. Decision 102.

-- What alerts look for, in one form: the same search of a thousand people is one row, and is matched once.
create table private.kept_searches (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('jobs', 'fit', 'people')),
  conditions jsonb not null check (jsonb_typeof(conditions) = 'object'),
  -- Of one that follows what somebody's profile says, and so is nobody else's.
  user_id uuid unique references auth.users (id) on delete cascade,
  made_at timestamptz not null default clock_timestamp(),
  constraint kept_searches_fit_has_person check ((kind = 'fit') = (user_id is not null))
);
create unique index kept_searches_conditions on private.kept_searches
  (kind, md5(conditions::text)) where user_id is null;

create table public.alerts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  -- Of a visitor, who has proved it before anything of the search goes there.
  email text constraint alerts_email_shape check (char_length(email) <= 254
    and email = lower(email) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  kind text not null check (kind in ('jobs', 'fit', 'people')),
  -- The search as the address of its page says it.
  address text not null default '' check (char_length(address) <= 2000),
  search_id bigint not null references private.kept_searches (id) on delete cascade,
  rhythm text not null default 'daily' check (rhythm in ('daily', 'weekly')),
  -- Of a weekly one; 1 is Monday.
  weekday smallint not null default 1 check (weekday between 1 and 7),
  hour smallint not null default 8 check (hour between 0 and 23),
  time_zone text not null default 'America/New_York' check (char_length(time_zone) between 1 and 60),
  is_on boolean not null default true,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- On which words a visitor agreed, and when.
  consent_text text check (char_length(consent_text) between 10 and 500),
  sent_at timestamptz,
  -- All rounds of matching up to here have been told, or were no news.
  told_up_to bigint not null default 0,
  next_at timestamptz,
  -- A digest is on its way, up to that round; a second try says the same.
  claimed_at timestamptz,
  going_to bigint,
  constraint alerts_one_receiver check (num_nonnulls(user_id, email) = 1),
  constraint alerts_of_visitors check (email is null or kind = 'jobs' and consent_text is not null),
  constraint alerts_once_for_person unique (user_id, search_id),
  constraint alerts_once_for_address unique (email, search_id)
);
create index alerts_search_id on public.alerts (search_id);
create index alerts_next_at on public.alerts (next_at) where next_at is not null;
create index alerts_unconfirmed on public.alerts (created_at) where confirmed_at is null;
comment on column public.alerts.search_id is 'not exported: a number of ours';
comment on column public.alerts.told_up_to is 'not exported: a number of ours';
comment on column public.alerts.going_to is 'not exported: a number of ours';
alter table private.kept_searches enable row level security;
alter table public.alerts enable row level security;
revoke all on private.kept_searches, public.alerts from anon, authenticated;
create policy "people see their own alerts" on public.alerts
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people change their own alerts" on public.alerts
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people end their own alerts" on public.alerts
  for delete to authenticated using (user_id = (select auth.uid()));
grant select (id, user_id, kind, address, rhythm, weekday, hour, time_zone, is_on, created_at, sent_at),
  update (rhythm, weekday, hour, time_zone, is_on), delete on public.alerts to authenticated;
grant select, insert, update, delete on private.kept_searches to service_role;

-- Links in mails, as hashes. One that confirms is of an address, one that stops is of an alert.
create table private.alert_tokens (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  alert_id uuid references public.alerts (id) on delete cascade,
  email text,
  created_at timestamptz not null default now(),
  constraint alert_tokens_one_purpose check (num_nonnulls(alert_id, email) = 1)
);
create index alert_tokens_alert_id on private.alert_tokens (alert_id);
create index alert_tokens_created_at on private.alert_tokens (created_at);
-- On which words visitors agree is ours to say: the form sends the number of its words.
create table private.alert_consents (
  version integer primary key,
  text text not null unique check (char_length(text) between 10 and 500)
);
insert into private.alert_consents (version, text) values (1,
  'By pressing Save alert you agree to receive email about new jobs that match this search. You can stop it at any time.');
-- How far matching has come. Whoever matches holds the row, so that rounds end one after the other: whoever reads the
-- number sees all matches up to it.
create table private.match_round (
  is_only boolean primary key default true check (is_only),
  round bigint not null
);
insert into private.match_round (round) values (0);
alter table private.alert_tokens enable row level security;
alter table private.alert_consents enable row level security;
alter table private.match_round enable row level security;
revoke all on private.alert_tokens, private.alert_consents, private.match_round from anon, authenticated;
grant select, insert, update, delete on private.alert_tokens to service_role;

create function private.last_round() returns bigint
language sql stable security definer set search_path = '' as $$ select round from private.match_round $$;

-- The next time that a clock there shows the hour, on that day of the week. In the night that skips the hour it is the
-- hour after, and in the night that has it twice it is once.
create function private.next_alert_at(rhythm text, weekday integer, hour integer, time_zone text, moment timestamptz)
returns timestamptz language sql stable set search_path = '' as $$
  select min(found.at) from (
    select (day + make_interval(hours => hour)) at time zone time_zone as at
    from generate_series(0, 8) as ahead,
      lateral (select (moment at time zone time_zone)::date::timestamp + make_interval(days => ahead) as day) as one
    where rhythm = 'daily' or extract(isodow from day) = weekday) as found
  where found.at > moment
$$;

create function private.follow_alert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_on or new.confirmed_at is null then
    new.next_at := null;
    return new;
  end if;
  -- What came while it was off is no news.
  if tg_op = 'INSERT' or not old.is_on or old.confirmed_at is null then
    new.told_up_to := private.last_round();
    new.claimed_at := null;
    new.going_to := null;
  end if;
  if tg_op = 'INSERT' or new.next_at is null or (new.rhythm, new.weekday, new.hour, new.time_zone)
    is distinct from (old.rhythm, old.weekday, old.hour, old.time_zone)
  then
    new.next_at := private.next_alert_at(new.rhythm, new.weekday, new.hour, new.time_zone, clock_timestamp());
  end if;
  return new;
end $$;
create trigger before_1_plain_text before insert or update on public.alerts
  for each row execute function private.make_plain_text();
create trigger before_2_know_time_zone before insert or update of time_zone on public.alerts
  for each row execute function private.know_time_zone();
create trigger before_3_follow_alert before insert or update of is_on, confirmed_at, rhythm, weekday, hour, time_zone
  on public.alerts for each row execute function private.follow_alert();

-- The search of an alert, which it shares with all who ask for the same.
create function private.keep_search(kind text, conditions jsonb) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  tidy jsonb := private.tidy_conditions(kind, conditions);
  found bigint;
begin
  for attempt in 1..2 loop
    insert into private.kept_searches (kind, conditions) values (kind, tidy) on conflict do nothing returning id into found;
    if found is not null then return found; end if;
    -- Held, so that it is not cleaned away before the alert stands.
    select s.id into found from private.kept_searches as s
      where s.kind = kind and s.user_id is null
        and md5(s.conditions::text) = md5(tidy::text) and s.conditions = tidy for share;
    if found is not null then return found; end if;
  end loop;
  raise exception using errcode = '40001', message = 'Try it again.';
end $$;

-- Of the person who asks. The same search again is the same alert, with what was chosen last.
create function public.save_alert(
  kind text, conditions jsonb default '{}', address text default '', rhythm text default 'daily',
  weekday integer default 1, hour integer default 8, time_zone text default 'America/New_York'
) returns uuid language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  me uuid := auth.uid();
  search bigint;
  saved uuid;
begin
  if me is null then raise exception using errcode = '42501', message = 'Sign in to save an alert.'; end if;
  if kind = 'people' and not private.may_see_candidates(me) then
    raise exception using errcode = '42501', message = 'Alerts about people take an employer membership.';
  end if;
  -- Two at once would make an eleventh.
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || me, 0));
  if kind = 'fit' then search := private.keep_fit(me); else search := private.keep_search(kind, conditions); end if;
  if not exists (select from public.alerts as a where a.user_id = me and a.search_id = search)
    and (select count(*) from public.alerts as a where a.user_id = me) >= 10
  then
    raise exception using errcode = 'PT409',
      message = 'You have ten alerts already. Remove one of them first.';
  end if;
  insert into public.alerts as known (user_id, kind, address, search_id, rhythm, weekday, hour, time_zone, confirmed_at)
    values (me, kind, coalesce(address, ''), search, rhythm, weekday, hour, time_zone, now())
    on conflict on constraint alerts_once_for_person do update set rhythm = excluded.rhythm,
      weekday = excluded.weekday, hour = excluded.hour, time_zone = excluded.time_zone, is_on = true
    returning known.id into saved;
  return saved;
end $$;

-- Of a visitor: it counts once the owner of the mailbox has said so. Answers whether the client may ask at all, and
-- nothing about the address.
create function public.ask_for_alert(
  mailbox text, consent_version integer, conditions jsonb default '{}', address text default '',
  rhythm text default 'daily', weekday integer default 1, hour integer default 8,
  time_zone text default 'America/New_York'
) returns boolean language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  client text := nullif(current_setting('request.headers', true), '')::json ->> 'x-client-address';
  receiver text := lower(btrim(mailbox));
  consent text := (select c.text from private.alert_consents as c where c.version = consent_version);
  search bigint;
begin
  if consent is null then
    raise exception using errcode = '22023', message = 'These are not the words of the form. Load the page again.';
  end if;
  if not public.take_newsletter_try('alerts of client ' || coalesce(client, ''), 10, interval '1 hour') then
    return false;
  end if;
  search := private.keep_search('jobs', conditions);
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || receiver, 0));
  if (select count(*) from public.alerts as a where a.email = receiver) < 10 then
    insert into public.alerts (email, kind, address, search_id, rhythm, weekday, hour, time_zone, consent_text)
      values (receiver, 'jobs', coalesce(address, ''), search, rhythm, weekday, hour, time_zone, consent)
      on conflict on constraint alerts_once_for_address do nothing;
  end if;
  -- Whoever types the addresses of others gets them one mail a day at most, in which nothing of theirs stands.
  if exists (select from public.alerts as a where a.email = receiver and a.confirmed_at is null)
    and not private.is_blocked_address(receiver)
    and public.take_newsletter_try('alerts of address ' || receiver, 1, interval '1 day')
  then
    perform queue.add('alert-confirm-mail', json_build_object('email', receiver), 'alert confirm ' || receiver);
  end if;
  return true;
end $$;

-- What the link of a mail is for: to say yes to what waits for an address, or to stop an alert. Whoever has it reads
-- the alerts of the address; of an account, which has its own page, that one alone.
create function public.read_alert_link(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  known private.alert_tokens;
  own public.alerts;
begin
  known := private.alert_token(token);
  if known.token_hash is null then return null; end if;
  select a.* into own from public.alerts as a where a.id = known.alert_id;
  return (select jsonb_build_object('purpose', case when known.email is null then 'stop' else 'confirm' end,
      'isAccount', own.user_id is not null,
      'alerts', coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'address', a.address,
        'rhythm', a.rhythm, 'isOn', a.is_on, 'isThis', a.id is not distinct from own.id) order by a.created_at, a.id), '[]'))
    from public.alerts as a
    where case when known.email is not null then a.email = known.email and a.confirmed_at is null
      when own.user_id is not null then a.id = own.id
      else a.email = own.email and a.confirmed_at is not null end);
end $$;
create function private.alert_token(token text) returns private.alert_tokens
language sql stable security definer set search_path = '' as $$
  select t from private.alert_tokens as t where t.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and (t.email is null or t.created_at > now() - interval '7 days')
$$;

-- Those alone that the page showed: another could have asked for one meanwhile. Pressed twice, it is as it is.
create function public.confirm_alerts(token text, chosen uuid[]) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  mailbox text := (private.alert_token(token)).email;
begin
  if mailbox is null then return false; end if;
  update public.alerts as a set confirmed_at = now()
    where a.email = mailbox and a.confirmed_at is null and a.id = any (chosen);
  return true;
end $$;

-- One, or all of the same receiver: a visitor's are forgotten, those of an account wait to be turned on again.
create function public.stop_alerts(token text, which uuid default null, stops_all boolean default false) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.alerts;
begin
  select a.* into own from public.alerts as a where a.id = (private.alert_token(token)).alert_id;
  if own.id is null then return false; end if;
  if own.user_id is not null then
    update public.alerts as a set is_on = false where a.user_id = own.user_id and (stops_all or a.id = own.id);
  else
    delete from public.alerts as a
      where a.email = own.email and (stops_all or a.id = coalesce(which, own.id));
  end if;
  return true;
end $$;
grant execute on function private.next_alert_at(text, integer, integer, text, timestamptz), private.keep_search(text, jsonb)
  to service_role;
revoke execute on function private.last_round(), private.keep_search(text, jsonb), private.alert_token(text),
  private.follow_alert() from public;
revoke execute on function public.save_alert(text, jsonb, text, text, integer, integer, text) from public, anon;
grant execute on function public.save_alert(text, jsonb, text, text, integer, integer, text) to authenticated;
revoke execute on function public.ask_for_alert(text, integer, jsonb, text, text, integer, integer, text),
  public.read_alert_link(text), public.confirm_alerts(text, uuid[]), public.stop_alerts(text, uuid, boolean) from public;
grant execute on function public.ask_for_alert(text, integer, jsonb, text, text, integer, integer, text),
  public.read_alert_link(text), public.confirm_alerts(text, uuid[]), public.stop_alerts(text, uuid, boolean)
  to anon, authenticated, service_role;
