-- Who leaves a company, is removed or closes the account hands all postings to a colleague in one statement, and nobody is in between.
-- Of some thousand it took longer than a request may: more than half of it went into writing each for the search anew, where but its
-- poster is another one, and into the name of its company, which stays (decision 280).

-- The search knows the poster only to leave out whom staff have blocked. So of many that have another one the rest is a task's. Those
-- that came first on the board are among the first: they do so no longer.
create function private.keep_changed_searched() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  turned uuid[] := array(select id from (select id, is_featured from written except select id, is_featured from replaced) as rows);
  later uuid[] := array(select id from (select id, posted_by from written except select id, posted_by from replaced) as rows
    order by id = any (turned) desc, id offset 200);
begin
  perform private.keep_searched(array(select id from written except select unnest(later)));
  if later <> '{}' then
    perform queue.add('searched-postings', json_build_object('companyId', theirs.company_id))
      from (select distinct w.company_id from written as w) as theirs;
  end if;
  return null;
end $$;
revoke execute on function private.keep_changed_searched() from public;
create or replace trigger search_changed after update on public.jobs
  referencing old table as replaced new table as written for each statement execute function private.keep_changed_searched();

-- At most so many, and how many they were. Each is held before it is read, as by whoever changes it: otherwise what they write now could
-- be followed by what was read before.
create function private.settle_searched(of_company uuid, most integer default 300) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  these uuid[] := array(select j.id from public.jobs as j join private.job_search as s on s.job_id = j.id
    where j.company_id = of_company and s.posted_by <> j.posted_by order by j.id limit most for no key update of j);
begin
  perform private.keep_searched(these);
  return cardinality(these);
end $$;
revoke execute on function private.settle_searched(uuid, integer) from public;
grant execute on function private.settle_searched(uuid, integer) to service_role;

-- What is with what was, never joined: planned in a connection for one row, as most changes are, each of thousands would be looked for
-- among all of them. Of 3,000 it took six seconds more.
create or replace function staff.note_companies() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into staff.company_changes (company_key)
      select distinct private.company_key(name) from (
        (select id, company from written except select id, company from replaced)
        union all (select id, company from replaced except select id, company from written)) as changed (id, name);
  elsif tg_op = 'INSERT' then
    insert into staff.company_changes (company_key)
      select distinct private.company_key(company) from (select distinct company from written) as named;
  else
    insert into staff.company_changes (company_key)
      select distinct private.company_key(company) from (select distinct company from replaced) as named;
  end if;
  return null;
end $$;

create or replace function private.tie_changed_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tie_posters(array_agg(posted_by), array_agg(company))
    from (select distinct n.posted_by, n.company from written as n
      where (n.id, n.company) not in (select o.id, o.company from replaced as o)) as posted;
  return null;
end $$;

create or replace function private.limit_returned_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  poster record;
begin
  if not private.is_sent_by_people() then return null; end if;
  for poster in
    select n.posted_by, count(*)::integer as added
    from written as n
    where n.is_active and n.ends_at > now()
      and n.id not in (select o.id from replaced as o where o.is_active and o.ends_at > now())
    group by n.posted_by
  loop
    perform private.count_new_jobs(poster.posted_by, poster.added);
  end loop;
  return null;
end $$;

create or replace trigger before_6_belong_to_company before insert or update of company on public.jobs
  for each row execute function private.belong_to_company();

-- Nobody could leave a company that staff had closed, or lose a seat there, while some of its postings were still to be hidden. They are
-- hidden in other hands, too.
create or replace function private.refuse_closed_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_sent_by_people() then return new; end if;
  if tg_op = 'UPDATE' and (new.posted_by <> old.posted_by or old.is_featured and not new.is_featured) then return new; end if;
  if tg_op = 'INSERT' then
    perform from public.companies as c where c.id = new.company_id for key share;
  end if;
  if exists (select from public.companies as c where c.id = new.company_id and c.closed_at is not null) then
    raise exception using errcode = 'PT403',
      message = 'We have closed this company, so it posts no jobs. Write to us if you think that this is wrong.';
  end if;
  return new;
end $$;
