-- Whoever only looks on at a company and posted a job under its name, or said that they hire for it, founded a second company
-- of that name: with a page of its own, out of sight of their colleagues, and with the applications for themselves alone.
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
        and (c.name_key = wanted or private.name_key(c.next_name) = wanted))
    then
      raise exception using errcode = '23514',
        message = 'You only look on at this company here. Ask one of its admins to make you a recruiter first.';
    end if;
    if (select count(*) from public.company_members as m where m.user_id = person) >= 50 then
      raise exception using errcode = 'PT409',
        message = 'You work for 50 companies already. Say “for a client” on the job, or leave one of them first.';
    end if;
  end if;
  insert into public.companies (slug, name) values (private.company_slug(called), called) returning id into company;
  insert into public.company_members (company_id, user_id, role) values (company, person, 'admin');
  return company;
end
$$;

-- Staff close a company that goes by a name which another one has proved (decision 148). Its members went on writing to candidates
-- as of it: as of one in which they no longer work, nobody reads a company beside their name (decision 147).
create or replace function private.company_shown(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.company_in_effect(person) where not exists (
    select from public.employers as e join public.companies as c
      on c.id = case when e.in_effect_at <= now() then e.company_id else e.former_company_id end
    where e.user_id = person
      and (c.closed_at is not null or not exists (select from public.company_members as m
        where m.company_id = c.id and m.user_id = e.user_id)))
$$;

-- Nor does it ask people in: that mail goes out with its name, from our address.
create function private.refuse_to_ask_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() and exists (
    select from public.companies as c where c.id = new.company_id and c.closed_at is not null)
  then
    perform private.say_no('403', 'We have closed this company, so it asks nobody in. Write to us if you think that this is wrong.');
  end if;
  return new;
end
$$;
create trigger before_1_refuse_to_ask_in before insert or update on public.company_invitations
  for each row execute function private.refuse_to_ask_in();
