-- Legal texts are words of owners that count from a day, and people hear of a change before it counts. Decision 80.

insert into private.settings (name, value) values ('legal_notice_days', '14');

create function staff.legal_kinds() returns text[]
language sql immutable set search_path = '' as $$
  select array['terms', 'privacy', 'fulfillment', 'accessibility']
$$;
-- Whoever has an account is told of a change of these.
create function staff.told_kinds() returns text[]
language sql immutable set search_path = '' as $$
  select array['terms', 'privacy']
$$;

create function private.day_of(content jsonb) returns date
language sql immutable set search_path = '' as $$
  select case when content ->> 'effective' ~ '^\d{4}-\d\d-\d\d$' then (content ->> 'effective')::date end
$$;

-- A legal text counts from the day that it names, at the beginning of that day in UTC. What stands already may be
-- published again at any time: that takes back a change that has not come yet.
create function staff.date_legal_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  days int := private.setting('legal_notice_days')::int;
  first_day date := (now() at time zone 'UTC')::date + days;
  day date;
begin
  if new.kind <> all (staff.legal_kinds()) then return new; end if;
  if new.content is not distinct from private.rule_words(new.kind) then
    new.effective_from := now();
    return new;
  end if;
  day := private.day_of(new.content);
  if new.kind = any (staff.told_kinds()) then
    if day is null or day < first_day then
      raise exception using errcode = 'SF441', message = format(
        'People are told %s before a change counts: begin a draft, and choose a day from %s on.',
        case days when 1 then '1 day' else days || ' days' end, to_char(first_day, 'FMMonth FMDD, YYYY'));
    end if;
    if coalesce(new.content ->> 'changes', '') !~ '\S' then
      raise exception 'Say in plain words what changes: people read it before they read the text.'
        using errcode = 'SF442';
    end if;
  end if;
  new.effective_from := greatest(now(), coalesce(day::timestamp at time zone 'UTC', now()));
  return new;
end
$$;
create trigger before_3_date_legal_text before insert on staff.words
  for each row execute function staff.date_legal_text();

-- What everybody is told, once for each version.
create table private.legal_news (
  kind text not null,
  version int not null,
  -- A change that was told of does not come.
  is_taken_back boolean not null,
  primary key (kind, version)
);
create table private.legal_letters (
  kind text not null,
  version int not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  sent_at timestamptz,
  primary key (kind, version, user_id),
  foreign key (kind, version) references private.legal_news (kind, version)
);
create index legal_letters_user_id_idx on private.legal_letters (user_id);
alter table private.legal_news enable row level security;
alter table private.legal_letters enable row level security;
revoke all on private.legal_news, private.legal_letters from anon, authenticated, service_role;

create function staff.tell_of_legal_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before staff.words;
  stands jsonb := private.rule_words(new.kind);
begin
  if new.kind <> all (staff.told_kinds()) then return null; end if;
  select w.* into before from staff.words as w where w.kind = new.kind and w.version < new.version
    order by w.version desc limit 1;
  -- The same again changes nothing for anybody.
  if new.content is not distinct from before.content then return null; end if;
  insert into private.legal_news (kind, version, is_taken_back)
    values (new.kind, new.version, new.effective_from <= now());
  perform queue.add('legal-news', json_build_object('kind', new.kind, 'version', new.version),
    'legal-news ' || new.kind || ' ' || new.version);
  return null;
end
$$;
create trigger tell_of_legal_text after insert on staff.words
  for each row execute function staff.tell_of_legal_text();

create function private.is_newest_text(of_kind text, of_version int) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from staff.words as w where w.kind = of_kind and w.version > of_version)
$$;

-- One job of the queue for fifty people who have none yet, of at most so many people at once; they wait behind every
-- other mail. Nobody hears of a version that another has replaced. Of what was taken back only those hear who had heard
-- of it.
create function private.queue_legal_letters(of_kind text, of_version int, most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  news private.legal_news;
  part json;
  queued int := 0;
  -- The version that counted when something was taken back: who heard of an earlier one heard nothing untrue.
  counting int := coalesce((select max(w.version) from staff.words as w where w.kind = of_kind
    and w.version < of_version and w.effective_from <= (select p.published_at from staff.words as p
      where p.kind = of_kind and p.version = of_version)), 0);
begin
  select n.* into news from private.legal_news as n where n.kind = of_kind and n.version = of_version;
  if not found or not private.is_newest_text(of_kind, of_version) then return 0; end if;
  for part in
    with chosen as (
      insert into private.legal_letters (kind, version, user_id)
        select of_kind, of_version, u.id from auth.users as u
        where auth.has_proved_mailbox(u.id) and u.deleted_at is null
          and (u.banned_until is null or u.banned_until <= now())
          and u.created_at <= (select w.published_at from staff.words as w
            where w.kind = of_kind and w.version = of_version)
          and not exists (select from private.legal_letters as l
            where l.kind = of_kind and l.version = of_version and l.user_id = u.id)
          and (not news.is_taken_back or exists (
            select from private.legal_letters as l where l.kind = of_kind and l.user_id = u.id
              and l.version < of_version and l.sent_at is not null
              and l.version > counting))
        limit most
      on conflict do nothing
      returning user_id
    ), numbered as (
      select user_id, (row_number() over () - 1) / 50 as part from chosen
    )
    select json_agg(n.user_id) from numbered as n group by n.part
  loop
    perform graphile_worker.add_job('legal-letters',
      json_build_object('kind', of_kind, 'version', of_version, 'people', part), max_attempts => 12, priority => 10);
    queued := queued + json_array_length(part);
  end loop;
  return queued;
end
$$;

-- Those of a part who are still to be told.
create function private.waiting_legal_letters(of_kind text, of_version int, people uuid[]) returns table (user_id uuid)
language sql stable security definer set search_path = '' as $$
  select l.user_id from private.legal_letters as l
    where l.kind = of_kind and l.version = of_version and l.user_id = any (people) and l.sent_at is null
      and private.is_newest_text(of_kind, of_version)
    order by l.user_id
$$;

-- Marks one as sent, and answers where it goes; nothing where nobody is to be told any more.
create function private.take_legal_letter(of_kind text, of_version int, person uuid)
returns table (email text, effective date, changes text, is_taken_back boolean)
language sql volatile security definer set search_path = '' as $$
  update private.legal_letters as l set sent_at = now()
    from auth.users as u, staff.words as w, private.legal_news as n
    where l.kind = of_kind and l.version = of_version and l.user_id = person and l.sent_at is null
      and private.is_newest_text(of_kind, of_version)
      and u.id = person and auth.has_proved_mailbox(u.id) and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and w.kind = l.kind and w.version = l.version and n.kind = l.kind and n.version = l.version
    returning u.email::text, private.day_of(w.content), w.content ->> 'changes', n.is_taken_back
$$;
create function private.return_legal_letter(of_kind text, of_version int, person uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update private.legal_letters set sent_at = null
    where kind = of_kind and version = of_version and user_id = person
$$;
grant execute on function private.queue_legal_letters(text, int, int), private.waiting_legal_letters(text, int, uuid[]),
  private.take_legal_letter(text, int, uuid), private.return_legal_letter(text, int, uuid) to service_role;

-- Versions of a legal text that counted, count, or will: one that another replaced before its day is none.
create function private.legal_versions(of_kind text) returns table (day date, version int, content jsonb)
language sql stable security definer set search_path = '' as $$
  select distinct on (private.day_of(w.content)) private.day_of(w.content), w.version, w.content
    from staff.words as w
    where w.kind = of_kind and of_kind = any (staff.legal_kinds()) and private.day_of(w.content) is not null
      and not exists (select from staff.words as u
        where u.kind = w.kind and u.version > w.version and u.effective_from <= w.effective_from)
    order by private.day_of(w.content), w.version desc
$$;

-- They are for everybody, at an address of their own.
create function public.legal_text(kind text, day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select v.content from private.legal_versions(legal_text.kind) as v where v.day = legal_text.day
$$;
revoke execute on function public.legal_text(text, date) from public;
grant execute on function public.legal_text(text, date) to anon, authenticated;

-- What the payment service charges for a membership, as it said when it was asked last. Pages show it, and no visitor
-- waits for that service.
create table private.membership_price (
  is_only boolean primary key default true check (is_only),
  price_id text not null check (length(price_id) <= 255),
  -- In the smallest unit of the currency.
  amount bigint not null check (amount between 0 and 100000000),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  period text not null check (period in ('day', 'week', 'month', 'year')),
  periods int not null check (periods between 1 and 100),
  read_at timestamptz not null default now()
);
alter table private.membership_price enable row level security;
revoke all on private.membership_price from anon, authenticated, service_role;

create function private.keep_membership_price(of_price text, of_amount bigint, of_currency text, of_period text,
  of_periods int) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before private.membership_price;
begin
  select p.* into before from private.membership_price as p;
  insert into private.membership_price (price_id, amount, currency, period, periods)
    values (of_price, of_amount, of_currency, of_period, of_periods)
    on conflict (is_only) do update set price_id = excluded.price_id, amount = excluded.amount,
      currency = excluded.currency, period = excluded.period, periods = excluded.periods, read_at = now();
  if (before.amount, before.currency, before.period, before.periods)
    is distinct from (of_amount, of_currency, of_period, of_periods)
  then
    perform pg_notify('words_changed', '1');
  end if;
end
$$;
-- What the owner states on the pages; nothing as the release has it.
create function private.stated_price() returns float8
language sql stable security definer set search_path = '' as $$
  select (private.rule_words('plans') ->> 'statedPrice')::float8
$$;
create function private.charged_price() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('amount', p.amount, 'currency', p.currency, 'period', p.period, 'periods', p.periods)
    from private.membership_price as p
$$;
grant execute on function private.keep_membership_price(text, bigint, text, text, int), private.stated_price(),
  private.charged_price() to service_role;

-- Of a legal text every process knows also what will change, and the days of its versions.
create or replace function private.words_now() returns table (words jsonb, seconds float8)
language sql stable security definer set search_path = '' as $$
  select (select coalesce(jsonb_object_agg(k.kind,
        jsonb_build_object('version', coalesce(n.version, 0), 'content', n.content)
        || case when k.kind = any (staff.legal_kinds()) then jsonb_build_object('next', x.content,
          'days', (select coalesce(jsonb_agg(v.day order by v.day), '[]') from private.legal_versions(k.kind) as v))
        else '{}' end), '{}')
        || coalesce((select jsonb_build_object('membership-price',
          jsonb_build_object('version', 0, 'content', private.charged_price()))
          where private.charged_price() is not null), '{}')
      from (select distinct w.kind from staff.words as w) as k
      left join lateral (select w.version, w.content from staff.words as w
        where w.kind = k.kind and w.effective_from <= now() order by w.version desc limit 1) as n on true
      left join lateral (select w.content from staff.words as w
        where w.kind = k.kind and w.effective_from > now() and w.version > coalesce(n.version, 0)
        order by w.effective_from, w.version desc limit 1) as x on true
      where n.version is not null or k.kind = any (staff.legal_kinds())),
    (select extract(epoch from min(w.effective_from) - now())::float8 from staff.words as w
      where w.effective_from > now())
$$;
