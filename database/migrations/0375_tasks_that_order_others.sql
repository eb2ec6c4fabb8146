-- A task that orders others ends in the transaction that orders them: the process that died after it, before the task was
-- written off, was followed by one that ordered all of them again, and everybody got their mail twice. In PL/pgSQL, which reads
-- it when it is called: a Supabase project gets it before the first start makes the queue.
create function queue.finish(task bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from graphile_worker._private_jobs where id = task;
  -- Another process took it for abandoned and has done it, or somebody dropped it: what is ordered now is not to go.
  if not found then raise exception 'The task % is over already.', task; end if;
end $$;
revoke execute on function queue.finish(bigint) from public;
grant execute on function queue.finish(bigint) to service_role;
