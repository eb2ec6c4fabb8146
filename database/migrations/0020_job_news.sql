-- Every process keeps in memory the pages that are the same for all visitors: the board, the jobs, the
-- sitemap and the feed. Whatever changes what they show is told to all of them, with the transaction that did
-- it; a word that is said often in one transaction is sent once.

create function private.tell_of_jobs() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('jobs_changed', 'changed');
  return null;
end
$$;

create trigger tell_of_new after insert on public.jobs
  for each statement execute function private.tell_of_jobs();
-- By row, because a statement that finds none changes nothing: a membership that is written again looks for
-- featured jobs, and transactions that tell something wait for each other.
create trigger tell_of_change after update or delete on public.jobs
  for each row execute function private.tell_of_jobs();
create trigger tell_of_end_of_all after truncate on public.jobs
  for each statement execute function private.tell_of_jobs();
-- The jobs of banned people are off the board. Accounts that are deleted take theirs along, which is told above.
create trigger tell_of_ban after update of banned_until on auth.users
  for each row when (old.banned_until is distinct from new.banned_until)
  execute function private.tell_of_jobs();

-- In how many seconds the clock alone changes what visitors see: a job ends, or a ban. Nothing if never.
create function private.seconds_until_jobs_change() returns double precision
language sql stable security definer set search_path = '' as $$
  select extract(epoch from least(
    (select min(ends_at) from public.jobs
      where is_active and hidden_at is null and not is_past and ends_at > now()),
    (select min(banned_until) from auth.users where banned_until > now())
  ) - now())::double precision
$$;
revoke execute on function private.seconds_until_jobs_change() from public, anon, authenticated;
grant execute on function private.seconds_until_jobs_change() to service_role;
