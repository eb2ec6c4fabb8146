-- A posting with some ten thousand applications could not be deleted in the time of a request: each of them is written anew, as one of
-- no posting, in all its indexes. It is closed at once now, and goes when its applications have let go of it, a part at a time. One that
-- goes with its company goes as before: its applications are removed with it, which costs less, in a request that may take longer.
-- Decision 350.
create function private.let_go_of_posting(of_job uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  done integer;
  is_closing boolean;
begin
  with closing as (
    update public.applications as a set job_id = null, closing_since = case when it.is_open then now() else a.closing_since end
      from (
        select o.id, o.state in ('new', 'review', 'interview', 'offer') and o.leaves_at is null and o.closing_since is null
          and not exists (select from public.application_events as e where e.application_id = o.id and e.kind = 'closed') as is_open
        from public.applications as o where o.job_id = of_job order by o.id limit most for no key update) as it
      where a.id = it.id
      returning it.is_open
  ) select count(*), bool_or(is_open) into done, is_closing from closing;
  if is_closing then
    perform queue.add('tell-closed', '{}', 'tell-closed', now() + interval '10 minutes');
  end if;
  return done;
end $$;
revoke execute on function private.let_go_of_posting(uuid, integer) from public;

create function private.remove_posting(of_job uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  done integer := private.let_go_of_posting(of_job, most);
begin
  if done < most then delete from public.jobs where id = of_job; end if;
  return done;
end $$;
revoke execute on function private.remove_posting(uuid, integer) from public;
grant execute on function private.remove_posting(uuid, integer) to service_role;

create or replace function private.close_applications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if private.settle_applications(new.id, 500) = 500 then
      perform queue.add('settle-applications', json_build_object('jobId', new.id), 'settle-applications ' || new.id);
    end if;
    return new;
  end if;
  -- Not of an account or a company that goes: nothing may stay of theirs.
  if pg_trigger_depth() = 1
    and (select count(*) from (select from public.applications as a where a.job_id = old.id limit 2001) as first) > 2000
  then
    update public.jobs set is_active = false where id = old.id and is_active;
    perform queue.add('remove-posting', json_build_object('jobId', old.id), 'remove-posting ' || old.id);
    return null;
  end if;
  perform private.let_go_of_posting(old.id, null);
  return old;
end $$;

-- Of a company that ends each of them was queued on its own, which took as long as all the rest.
create or replace function private.tell_of_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add_all('application-ended', array(
    select json_build_object('to', coalesce(u.email, a.email), 'title', a.job_title, 'company', a.company_name)
      from public.applications as a
      left join private.accounts as u on u.id = a.applicant_id
      left join public.message_settings as o on o.user_id = a.applicant_id
      where a.company_id = old.id and a.state in ('new', 'review', 'interview', 'offer')
        and a.leaves_at is null and a.wants_mails and coalesce(o.application_mails, true)
        and not exists (select from public.application_events as e
          where e.application_id = a.id and e.kind = 'closed')), '{}');
  delete from public.applications where company_id = old.id;
  return old;
end $$;
