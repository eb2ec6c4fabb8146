-- The same as before; whoever is refused reads the name that their role has on the screen.
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
end
$$;
