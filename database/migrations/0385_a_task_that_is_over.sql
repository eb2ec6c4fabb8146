-- A process that was only taken for dead queued everything once more: its task was done by another meanwhile, and there was
-- nothing left to write off. Now what it queues is undone.
create or replace function queue.finish(task bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from graphile_worker._private_jobs where id = task;
  if not found then raise exception 'The task % is over already.', task; end if;
end $$;
