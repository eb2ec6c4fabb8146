-- A thousand jobs in one request were all looked at (by the rules that hold jobs back above all) before the
-- statement's end refused them: seconds of the database for a request that anybody may send. The first row that
-- cannot be within the day is the last one that is looked at.
create function private.refuse_many_new_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent integer;
begin
  if not private.is_sent_by_people() then return new; end if;
  -- Of this transaction, which is one request. A count of rows would be a question for each.
  sent := coalesce(nullif(current_setting('private.jobs_sent', true), ''), '0')::integer + 1;
  perform set_config('private.jobs_sent', sent::text, true);
  if sent > private.posting_rule('jobs_per_day')::integer then
    -- Whose row it is shall be checked yet; the ones before it were the caller's own.
    perform private.count_new_jobs(auth.uid(), sent);
  end if;
  return new;
end
$$;
create trigger before_9_refuse_many_new_jobs before insert on public.jobs
  for each row execute function private.refuse_many_new_jobs();
