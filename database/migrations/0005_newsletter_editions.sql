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
  -- Set before the message is handed over, and taken back when that fails.
  sent_at timestamptz,
  primary key (edition_id, subscriber_id)
);
create index newsletter_deliveries_subscriber_id_idx on public.newsletter_deliveries (subscriber_id);

alter table public.newsletter_editions enable row level security;
alter table public.newsletter_deliveries enable row level security;
revoke all on public.newsletter_editions, public.newsletter_deliveries from anon, authenticated;

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
