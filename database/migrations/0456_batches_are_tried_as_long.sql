-- A batch of a newsletter, or of emails about legal texts, is tried as often as all other mail: sixteen times, over forty hours.
-- With twelve, whoever was in it heard nothing if the mail server was away for longer than sixteen hours.
create or replace function public.queue_newsletter_edition(edition uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  part json;
  queued integer := 0;
begin
  perform from public.newsletter_editions as e where e.id = edition and e.stopped_at is null for share;
  if not found then
    return 0;
  end if;
  for part in
    with chosen as (
      insert into public.newsletter_deliveries (edition_id, subscriber_id)
        select edition, s.id from public.newsletter_subscribers as s
        where s.confirmed_at is not null and not private.is_blocked_address(s.email) and not exists (
          select from public.newsletter_deliveries as d
          where d.edition_id = edition and d.subscriber_id = s.id)
        limit most
      on conflict do nothing
      returning subscriber_id
    ), numbered as (
      select subscriber_id, (row_number() over () - 1) / 50 as part from chosen
    )
    select json_agg(n.subscriber_id) from numbered as n group by n.part
  loop
    perform graphile_worker.add_job('newsletter-edition',
      json_build_object('editionId', edition, 'subscriberIds', part),
      max_attempts => 16,
      priority => 10);
    queued := queued + json_array_length(part);
  end loop;
  return queued;
end
$$;

create or replace function private.queue_legal_letters(of_kind text, of_version integer, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  news private.legal_news;
  part json;
  queued int := 0;
  again timestamptz;
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
      json_build_object('kind', of_kind, 'version', of_version, 'people', part), max_attempts => 16, priority => 10);
    queued := queued + json_array_length(part);
  end loop;
  if queued = 0 then
    select case when w.published_at > now() - interval '10 minutes' then now() + interval '10 minutes'
        when w.effective_from > now() then now() + interval '1 day' end
      into again from staff.words as w where w.kind = of_kind and w.version = of_version;
    if again is not null then
      perform queue.add('legal-news', json_build_object('kind', of_kind, 'version', of_version),
        'legal-news ' || of_kind || ' ' || of_version, again);
    end if;
  end if;
  return queued;
end
$$;
