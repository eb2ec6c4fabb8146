-- A task that queues others ends in the transaction that queues them: if the process died after it, before the task was
-- written off, the next try queued all of them again, and everybody got their mail twice.
create function queue.finish(task bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from graphile_worker._private_jobs where id = task;
end $$;
revoke execute on function queue.finish(bigint) from public;
grant execute on function queue.finish(bigint) to service_role;
