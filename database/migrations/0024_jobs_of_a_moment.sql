-- Several jobs of one task at once, each under a key of its own: one by one, each would cost the queue as
-- much as all of them.
create function queue.add_all(task text, payloads json[], keys text[])
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform graphile_worker.add_jobs(array(
    select row(task, job.payload, null, null, 12::smallint, job.key, null, null)::graphile_worker.job_spec
    from unnest(payloads, keys) as job (payload, key)));
end
$$;
revoke execute on function queue.add_all(text, json[], text[]) from public;
grant execute on function queue.add_all(text, json[], text[]) to service_role;
