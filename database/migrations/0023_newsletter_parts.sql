-- One job for fifty confirmed subscribers who have none yet, of at most so many subscribers at once: a job
-- of the queue costs more than a mail does. They wait behind every other job.
create or replace function public.queue_newsletter_edition(edition uuid, most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  part json;
  queued integer := 0;
begin
  for part in
    with chosen as (
      insert into public.newsletter_deliveries (edition_id, subscriber_id)
        select edition, s.id from public.newsletter_subscribers as s
        where s.confirmed_at is not null and not exists (
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
      max_attempts => 12,
      priority => 10);
    queued := queued + json_array_length(part);
  end loop;
  return queued;
end
$$;
