-- Who receives the newsletter, since when, and on which words they agreed. An address counts only once
-- its owner has confirmed it; who unsubscribes is deleted.
create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique
    constraint newsletter_subscribers_email_shape check (char_length(email) <= 254
      and email = lower(email) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  consent_text text not null
    constraint newsletter_subscribers_consent_length check (char_length(consent_text) between 10 and 500),
  consented_at timestamptz not null default now(),
  confirmed_at timestamptz
);

-- On which words people agree is ours to say, not the caller's: the form sends the number of its words. New
-- words are a new row; app/content/resources.ts shows the newest.
create table private.newsletter_consents (
  version integer primary key,
  text text not null unique
    constraint newsletter_consents_length check (char_length(text) between 10 and 500)
);
insert into private.newsletter_consents (version, text) values (1,
  'By pressing Subscribe you agree to receive email about new resources and events. You can unsubscribe at any time.');

-- Links in mails, as hashes only.
create table public.newsletter_tokens (
  token_hash text primary key
    constraint newsletter_tokens_hash_shape check (token_hash ~ '^[0-9a-f]{64}$'),
  subscriber_id uuid not null references public.newsletter_subscribers (id) on delete cascade,
  kind text not null
    constraint newsletter_tokens_kind_known check (kind in ('confirm', 'unsubscribe')),
  created_at timestamptz not null default now()
);
create index newsletter_tokens_subscriber_id_idx on public.newsletter_tokens (subscriber_id);

-- What was sent to the newsletter's subscribers, and to whom, so that nobody receives the same twice.
-- The row of a delivery goes with its subscriber.
create table public.newsletter_editions (
  id uuid primary key default gen_random_uuid(),
  subject text not null unique
    constraint newsletter_editions_subject_length check (char_length(subject) between 3 and 150),
  text text not null
    constraint newsletter_editions_text_length check (char_length(text) between 1 and 100000),
  -- The same words under another subject are still the same words.
  text_hash text not null unique
    constraint newsletter_editions_hash_shape check (text_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);

create table public.newsletter_deliveries (
  edition_id uuid not null references public.newsletter_editions (id) on delete cascade,
  subscriber_id uuid not null references public.newsletter_subscribers (id) on delete cascade,
  -- Set before the mail is handed over, and taken back when that fails.
  sent_at timestamptz,
  -- The reader's mail server refused it for good: it counts as done, and did not arrive.
  refused_at timestamptz
    constraint newsletter_deliveries_refused_after_sent
    check (refused_at is null or sent_at is not null),
  primary key (edition_id, subscriber_id)
);
create index newsletter_deliveries_subscriber_id_idx on public.newsletter_deliveries (subscriber_id);

-- How often somebody asked. The keys are hashes of addresses, and gone after an hour.
create unlogged table public.newsletter_limits (
  key text primary key,
  tries integer not null,
  ends_at timestamptz not null
);

alter table public.newsletter_subscribers enable row level security;
alter table private.newsletter_consents enable row level security;
alter table public.newsletter_tokens enable row level security;
alter table public.newsletter_editions enable row level security;
alter table public.newsletter_deliveries enable row level security;
alter table public.newsletter_limits enable row level security;
revoke all on public.newsletter_subscribers, private.newsletter_consents, public.newsletter_tokens,
  public.newsletter_editions, public.newsletter_deliveries, public.newsletter_limits
  from anon, authenticated;

create trigger before_1_plain_text before insert or update on public.newsletter_subscribers
  for each row execute function private.make_plain_text();

create function public.take_newsletter_try(key text, most integer, span interval) returns boolean
language sql volatile security definer set search_path = '' as $$
  insert into public.newsletter_limits as known (key, tries, ends_at)
    values (encode(sha256(convert_to(take_newsletter_try.key, 'UTF8')), 'hex'), 1, now() + span)
    on conflict on constraint newsletter_limits_pkey do update set
      tries = case when known.ends_at < now() then 1 else known.tries + 1 end,
      ends_at = case when known.ends_at < now() then excluded.ends_at else known.ends_at end
    returning tries <= most
$$;

-- Answers whether the client may ask at all, and never anything about the address: a confirmed one, an
-- unknown one and one that was written to a minute ago look the same.
create function public.subscribe_to_newsletter(address text, consent_version integer) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  client text := nullif(current_setting('request.headers', true), '')::json ->> 'x-client-address';
  mailbox text := lower(btrim(address));
  subscriber uuid;
  consent text := (select text from private.newsletter_consents where version = consent_version);
begin
  if consent is null then
    raise exception using errcode = '22023',
      message = 'These are not the words of the form. Load the page again.';
  end if;
  if not public.take_newsletter_try('client ' || coalesce(client, ''), 10, interval '1 hour') then
    return false;
  end if;
  insert into public.newsletter_subscribers as known (email, consent_text)
    values (mailbox, consent)
    on conflict (email) do update
    set consent_text = excluded.consent_text, consented_at = excluded.consented_at
    where known.confirmed_at is null
    returning id into subscriber;
  if subscriber is not null
    and public.take_newsletter_try('address ' || mailbox, 1, interval '10 minutes')
  then
    perform queue.add('newsletter-mail',
      json_build_object('kind', 'newsletter-confirm', 'subscriberId', subscriber),
      'newsletter-confirm ' || subscriber);
  end if;
  return true;
end
$$;

create function public.confirm_newsletter(token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  subscriber uuid;
  was_confirmed boolean;
begin
  select s.id, s.confirmed_at is not null into subscriber, was_confirmed
    from public.newsletter_tokens as t
    join public.newsletter_subscribers as s on s.id = t.subscriber_id
    where t.kind = 'confirm'
      and t.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
      and t.created_at > now() - interval '7 days'
    for update of s;
  if subscriber is null then return false; end if;
  -- Pressed twice, it is still confirmed, and written to once.
  if not was_confirmed then
    update public.newsletter_subscribers set confirmed_at = now() where id = subscriber;
    perform queue.add('newsletter-mail',
      json_build_object('kind', 'newsletter-welcome', 'subscriberId', subscriber));
  end if;
  return true;
end
$$;

-- Says nothing: whoever unsubscribes twice is unsubscribed all the same.
create function public.unsubscribe_from_newsletter(token text) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.newsletter_subscribers where id = (
    select subscriber_id from public.newsletter_tokens
    where kind = 'unsubscribe' and token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'))
$$;
grant execute on function public.subscribe_to_newsletter(text, integer),
  public.confirm_newsletter(text), public.unsubscribe_from_newsletter(text)
  to anon, authenticated;

create function public.clean_newsletter() returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.newsletter_subscribers
    where confirmed_at is null and consented_at < now() - interval '7 days';
  delete from public.newsletter_tokens
    where kind = 'confirm' and created_at < now() - interval '7 days';
  delete from public.newsletter_limits where ends_at < now();
$$;

-- One job for each confirmed subscriber who has none yet, at most so many at once. They wait behind
-- every other job: a person who signs in is not to wait for a thousand newsletters.
create function public.queue_newsletter_edition(edition uuid, most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  chosen uuid;
  queued integer := 0;
begin
  for chosen in
    insert into public.newsletter_deliveries (edition_id, subscriber_id)
      select edition, s.id from public.newsletter_subscribers as s
      where s.confirmed_at is not null and not exists (
        select from public.newsletter_deliveries as d
        where d.edition_id = edition and d.subscriber_id = s.id)
      limit most
    on conflict do nothing
    returning subscriber_id
  loop
    perform graphile_worker.add_job('newsletter-edition',
      json_build_object('editionId', edition, 'subscriberId', chosen),
      job_key => 'newsletter-edition ' || edition || ' ' || chosen,
      max_attempts => 12,
      priority => 10);
    queued := queued + 1;
  end loop;
  return queued;
end
$$;
