-- What a trigger asks of the person whose name stands in a new row was answered before row-level security refused the row:
-- a stranger heard who is of staff, whose profile staff had hidden, whose company was closed, and whether there is such an
-- account. A row in the name of another is now left to the policies, which refuse it alike.
create or replace function private.belong_to_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
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
  if private.is_address(new.company) then
    new.company := coalesce((
      select c.name from public.companies as c
      where c.id = new.company_id and c.name_key = private.name_key(new.company)), new.company);
  end if;
  return new;
end $$;

create or replace function private.refuse_our_client() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.posted_by is distinct from auth.uid() then return new; end if;
  if private.is_sent_by_people() and private.calls_itself_us(new.client)
    and not exists (select from staff.members as s where s.user_id = new.posted_by)
  then
    raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your client.';
  end if;
  return new;
end $$;

create or replace function private.employ_at_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is null or new.company is null
    or private.is_sent_by_people() and new.user_id is distinct from auth.uid()
  then return new; end if;
  new.company_id := private.company_of(new.user_id, new.company);
  return new;
end $$;

create or replace function private.keep_profile_hidden() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() and new.user_id is distinct from auth.uid() then return new; end if;
  if exists (select from private.hidden_profiles where user_id = new.user_id) then
    raise exception 'Our staff hid this profile. Our email says why, and how to tell us that we are wrong.'
      using errcode = 'PT403';
  end if;
  return new;
end $$;

create or replace function private.limit_templates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() and not new.company_id = any (private.own_companies('recruiter')) then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('templates ' || new.company_id, 0));
  if (select count(*) from public.application_templates as t where t.company_id = new.company_id) >= 50 then
    raise exception using errcode = 'PT409', message = 'A company keeps up to 50 templates. Remove one first.';
  end if;
  return new;
end $$;

create or replace function private.limit_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() and not private.own_side_of(new.application_id, 'recruiter') then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('notes ' || new.application_id, 0));
  if (select count(*) from public.application_notes as n where n.application_id = new.application_id) >= 200 then
    raise exception using errcode = 'PT409', message = 'There are 200 notes on this application. Remove one first.';
  end if;
  return new;
end $$;

-- A list that is missing was refused in words of the loop that reads it.
create or replace function private.is_tidy_list(list text[]) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  entry text;
  seen text[] := '{}';
begin
  if list is null or list = '{}' then return true; end if;
  if array_ndims(list) <> 1 then return false; end if;
  foreach entry in array list loop
    if entry is null or entry = '' or entry <> btrim(entry) or entry = any (seen) then return false; end if;
    seen := seen || entry;
  end loop;
  return true;
end
$$;
