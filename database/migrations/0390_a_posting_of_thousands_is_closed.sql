-- Of a posting with 20,000 applications all were written as it was closed, in three seconds or more, and with twice as many
-- nobody could close it in the time of a request. A request writes the first of them now; the others follow through the queue.
create function private.settle_applications(of_job uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  is_over boolean;
  done integer;
begin
  select not j.is_active or j.filled_at is not null or j.is_past into is_over
    from public.jobs as j where j.id = of_job for share;
  -- Of one that was removed all are written as it goes.
  if not found then return 0; end if;
  update public.applications as a set closing_since = case when is_over then now() end
    from (select o.id from public.applications as o
        where o.job_id = of_job and case when is_over
          then o.state in ('new', 'review', 'interview', 'offer') and o.leaves_at is null and o.closing_since is null
            and not exists (select from public.application_events as e where e.application_id = o.id and e.kind = 'closed')
          else o.closing_since is not null end
        order by o.id limit most for no key update) as these
    where a.id = these.id;
  get diagnostics done = row_count;
  if is_over and done > 0 then
    perform queue.add('tell-closed', '{}', 'tell-closed', now() + interval '10 minutes');
  end if;
  return done;
end $$;
revoke execute on function private.settle_applications(uuid, integer) from public;
grant execute on function private.settle_applications(uuid, integer) to service_role;

create or replace function private.close_applications() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_closing boolean;
begin
  if tg_op = 'UPDATE' then
    if private.settle_applications(new.id, 500) = 500 then
      perform queue.add('settle-applications', json_build_object('jobId', new.id), 'settle-applications ' || new.id);
    end if;
    return new;
  end if;
  with closing as (
    update public.applications as a set job_id = null, closing_since = case when it.is_open then now() else a.closing_since end
      from (
        select o.id, o.state in ('new', 'review', 'interview', 'offer') and o.leaves_at is null and o.closing_since is null
          and not exists (select from public.application_events as e where e.application_id = o.id and e.kind = 'closed') as is_open
        from public.applications as o where o.job_id = old.id) as it
      where a.id = it.id
      returning it.is_open
  ) select bool_or(is_open) into is_closing from closing;
  if is_closing then
    perform queue.add('tell-closed', '{}', 'tell-closed', now() + interval '10 minutes');
  end if;
  return old;
end $$;
