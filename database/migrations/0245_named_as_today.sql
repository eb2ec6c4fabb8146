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
