-- The form names the posting that it sends: when the answer is lost and it is sent again, it stays one.
grant insert (id) on public.jobs to authenticated;

-- The address of a posting that is gone says so for good, and leads to nobody else's. Asked after the
-- insert: by then one that was being removed at the same moment is removed. The code is that of an id
-- which is taken, and the form takes another one.
create function private.refuse_removed_id() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.removed_jobs where id = new.id) then
    raise exception 'This id belonged to a posting that was removed. Leave it out, or send a new one.'
      using errcode = '23505';
  end if;
  return null;
end
$$;
create trigger refuse_removed_id after insert on public.jobs
  for each row execute function private.refuse_removed_id();
