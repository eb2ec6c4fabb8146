-- A case about a company is about all that somebody posted under its name: of some thousand, hiding them or showing them again
-- took longer than a request may. What goes beyond some hundred is a task's, as it is where staff close a company (decision 273).

-- Hides what is left, or shows again what went in that moment; at most so many, and how many they were. The case before its
-- postings, as a decision does.
create function private.settle_case_postings(wanted uuid, moment timestamptz, most integer default 300) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  it staff.cases;
  done integer;
begin
  select * into it from staff.cases as k where k.id = wanted for share;
  if it.state = 'hidden' then
    update public.jobs as j set hidden_at = it.decided_at
      from (select o.id from public.jobs as o where o.posted_by = it.person_id and private.company_key(o.company) = it.company_key
          and o.hidden_at is null and o.created_at <= it.decided_at
        order by o.id limit most for no key update) as these
      where j.id = these.id;
  elsif it.state = 'released' then
    update public.jobs as j set hidden_at = null
      from (select o.id from public.jobs as o where o.posted_by = it.person_id and private.company_key(o.company) = it.company_key
          and o.hidden_at = moment
          and not exists (select from public.companies as c where c.id = o.company_id and c.closed_at is not null)
        order by o.id limit most for no key update) as these
      where j.id = these.id;
  else
    return 0;
  end if;
  get diagnostics done = row_count;
  return done;
end $$;
revoke execute on function private.settle_case_postings(uuid, timestamptz, integer) from public;
grant execute on function private.settle_case_postings(uuid, timestamptz, integer) to service_role;

-- And a posting that was released by itself while its company was closed, after an appeal, say, came back alone.
create or replace function staff.apply_decision(it staff.cases, hides boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_back boolean;
  most constant integer := 200;
  settled integer;
begin
  if it.kind = 'job' then
    -- It would stand on the board of a company that has no page, and nobody could change it.
    if not hides and exists (select from public.jobs as j join public.companies as c on c.id = j.company_id
      where j.id = it.subject_id and c.closed_at is not null)
    then
      raise exception 'The company of this job is closed. Open that again first, under Company claims.' using errcode = 'SF440';
    end if;
    update public.jobs set hidden_at = case when hides then coalesce(hidden_at, now()) end
      where id = it.subject_id and (hidden_at is not null) <> hides;
    update public.job_reports set handled_at = now()
      where job_id = it.subject_id and reason <> 'company' and handled_at is null;
  elsif it.kind = 'company' then
    -- Back come those that went with this case, by its moment, not one that was hidden for itself.
    update public.jobs as j set hidden_at = case when hides then now() end
      from (select o.id from public.jobs as o where o.posted_by = it.person_id and private.company_key(o.company) = it.company_key
          and case when hides then o.hidden_at is null else o.hidden_at = it.decided_at
            and not exists (select from public.companies as c where c.id = o.company_id and c.closed_at is not null) end
        order by o.id limit most for no key update) as these
      where j.id = these.id;
    get diagnostics settled = row_count;
    if settled = most then
      perform queue.add('case-postings', json_build_object('caseId', it.id,
        'moment', case when not hides then it.decided_at::text end));
    end if;
    update public.job_reports as r set handled_at = now() from public.jobs as j
      where j.id = r.job_id and j.posted_by = it.person_id
        and private.company_key(j.company) = it.company_key and r.reason = 'company' and r.handled_at is null;
  elsif it.kind = 'profile' then
    if hides then
      insert into private.hidden_profiles (user_id, was_public)
        select user_id, public_profile from public.candidate_profiles where user_id = it.subject_id
        on conflict do nothing;
      update public.candidate_profiles set public_profile = false where user_id = it.subject_id and public_profile;
    else
      delete from private.hidden_profiles where user_id = it.subject_id returning was_public into is_back;
      update public.candidate_profiles set public_profile = true where user_id = it.subject_id and is_back;
    end if;
  elsif hides then
    insert into private.closed_conversations (conversation_id)
      select id from public.conversations where id = it.subject_id on conflict do nothing;
  else
    delete from private.closed_conversations where conversation_id = it.subject_id;
  end if;
end $$;
