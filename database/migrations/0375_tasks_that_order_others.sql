-- A task that orders others ends in the transaction that orders them: the process that died after it, before the task was
-- written off, was followed by one that ordered all of them again, and everybody got their mail twice.
create function queue.finish(task bigint) returns void
language sql security definer set search_path = '' as $$
  delete from graphile_worker._private_jobs where id = task
$$;
revoke execute on function queue.finish(bigint) from public;
grant execute on function queue.finish(bigint) to service_role;
