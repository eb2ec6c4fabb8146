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

-- How often somebody asked. The keys are hashes of addresses, and gone after an hour.
create unlogged table public.newsletter_limits (
  key text primary key,
  tries integer not null,
  ends_at timestamptz not null
);

alter table public.newsletter_subscribers enable row level security;
alter table public.newsletter_tokens enable row level security;
alter table public.newsletter_limits enable row level security;
revoke all on public.newsletter_subscribers, public.newsletter_tokens, public.newsletter_limits
  from anon, authenticated;

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
create function public.subscribe_to_newsletter(address text, consent text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  client text := nullif(current_setting('request.headers', true), '')::json ->> 'x-client-address';
  mailbox text := lower(btrim(address));
  subscriber uuid;
begin
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

create function public.clean_newsletter() returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.newsletter_subscribers
    where confirmed_at is null and consented_at < now() - interval '7 days';
  delete from public.newsletter_tokens
    where kind = 'confirm' and created_at < now() - interval '7 days';
  delete from public.newsletter_limits where ends_at < now();
$$;

grant execute on function public.subscribe_to_newsletter(text, text),
  public.confirm_newsletter(text), public.unsubscribe_from_newsletter(text)
  to anon, authenticated;
