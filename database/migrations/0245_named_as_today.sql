-- Whoever typed a former name of their company had it on the posting, beside what staff had confirmed of the name of today, and
-- candidates read it again beside new conversations; an edit of a tab that was opened before the new name was refused. Decision 222.
create function private.name_of_today(company uuid, called text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select c.name
    from public.companies as c join private.former_company_names as f on f.company_id = c.id
    where c.id = company and f.key = private.name_key(called)
      and f.key is distinct from c.name_key and f.key is distinct from private.name_key(c.next_name)), called)
$$;

create or replace function private.belong_to_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then new.company := private.name_of_today(old.company_id, new.company); end if;
  if tg_op = 'INSERT' then
    if new.posted_by is null or private.is_sent_by_people() and new.posted_by is distinct from auth.uid() then
      return new;
    end if;
    -- Without a name there is no company, for which the policies would refuse it.
    if new.company is null then
      raise exception using errcode = '23502', message =
        'null value in column "company" of relation "jobs" violates not-null constraint';
    end if;
    new.company_id := coalesce(new.company_id, private.company_of(new.posted_by, new.company));
  elsif private.name_key(new.company) <> private.name_key(old.company) and not exists (
    select from public.companies as c where c.id = new.company_id
      and private.name_key(new.company) in (c.name_key, private.name_key(c.next_name)))
  then
    if exists (select from public.applications as a where a.job_id = old.id and a.state <> 'unconfirmed') then
      raise exception using errcode = 'PT409',
        message = 'People have applied to this job, so it stays with its company. Change the name of the company on its own page, or post another job.';
    end if;
    if (select count(*) from public.company_members as m where m.company_id = old.company_id) > 1 then
      raise exception using errcode = 'PT409',
        message = 'This job belongs to the company that posted it. Post another one for another company.';
    end if;
    new.company_id := private.company_of(new.posted_by, new.company);
  end if;
  new.company := private.name_of_today(new.company_id, new.company);
  if private.is_address(new.company) then
    new.company := coalesce((
      select c.name from public.companies as c
      where c.id = new.company_id and c.name_key = private.name_key(new.company)), new.company);
  end if;
  return new;
end $$;

create or replace function private.employ_at_company() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today text;
begin
  if new.user_id is null or new.company is null
    or private.is_sent_by_people() and new.user_id is distinct from auth.uid()
  then return new; end if;
  new.company_id := private.company_of(new.user_id, new.company);
  today := private.name_of_today(new.company_id, new.company);
  if today is distinct from new.company then
    -- Said already: no change, which would count and wait for a day.
    if tg_op = 'UPDATE' and old.company_id = new.company_id and old.company = today then return old; end if;
    new.company := today;
  end if;
  return new;
end $$;

-- Who only looks on is told so, whichever of the names they type.
create or replace function private.company_of(person uuid, called text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := private.name_key(called);
  company uuid;
begin
  for attempt in 1..2 loop
    select c.id into company
      from public.company_members as m join public.companies as c on c.id = m.company_id
      where m.user_id = person and m.role <> 'viewer'
        and (c.name_key = wanted or private.name_key(c.next_name) = wanted)
      order by m.joined_at, c.id limit 1;
    -- For whoever works there the name that it had before is still the same company.
    if company is null then
      select m.company_id into company
        from public.company_members as m join private.former_company_names as f on f.company_id = m.company_id
        where m.user_id = person and m.role <> 'viewer' and f.key = wanted
        order by m.joined_at, m.company_id limit 1;
    end if;
    if company is not null then return company; end if;
    -- Two postings at once would make two.
    perform pg_advisory_xact_lock(hashtextextended('companies of ' || person, 0));
  end loop;
  if private.is_sent_by_people() then
    if private.calls_itself_us(called) and not exists (select from staff.members as s where s.user_id = person) then
      raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your company.';
    end if;
    if exists (select from public.company_members as m join public.companies as c on c.id = m.company_id
      where m.user_id = person and m.role = 'viewer'
        and (c.name_key = wanted or private.name_key(c.next_name) = wanted
          or exists (select from private.former_company_names as f where f.company_id = c.id and f.key = wanted)))
    then
      raise exception using errcode = '23514',
        message = 'You are a viewer at this company. Ask one of its admins to make you a recruiter first.';
    end if;
    if (select count(*) from public.company_members as m where m.user_id = person) >= 50 then
      raise exception using errcode = 'PT409',
        message = 'You work for 50 companies already. Say “for a client” on the job, or leave one of them first.';
    end if;
  end if;
  insert into public.companies (slug, name) values (private.company_slug(called), called) returning id into company;
  insert into public.company_members (company_id, user_id, role) values (company, person, 'admin');
  return company;
end $$;
