-- Who was left with the postings of a colleague who went heard nothing of it: applicants wrote to a mailbox that nobody
-- reads any more. And after a new name of a company its people went on writing to candidates under the old one, and
-- whoever still typed the old one founded a second company.

create or replace function private.hand_over(person uuid, company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  heir uuid;
  was_admin boolean;
  postings integer;
  others integer;
  moved integer;
begin
  perform private.lock_company(company);
  select m.user_id, m.role = 'admin' into heir, was_admin from public.company_members as m
    where m.company_id = hand_over.company and m.user_id <> person
    order by array_position(array['admin', 'recruiter', 'viewer'], m.role), m.user_id is distinct from auth.uid(),
      m.joined_at, m.user_id limit 1;
  if heir is null then return; end if;
  update public.company_members set role = 'admin' where company_id = hand_over.company and user_id = heir and role <> 'admin';
  delete from public.job_renewal_tokens as t using public.jobs as j
    where j.id = t.job_id and j.company_id = hand_over.company and j.posted_by = person;
  -- What comes first on the board came with the membership of who left.
  update public.jobs set posted_by = heir, is_featured = false where company_id = hand_over.company and posted_by = person;
  get diagnostics postings = row_count;
  update public.conversations as c set member_id = heir
    where c.company_id = hand_over.company and c.member_id = person and c.candidate_id is distinct from heir;
  get diagnostics others = row_count;
  update public.conversations as c set member_id = null
    where c.company_id = hand_over.company and c.member_id = person;
  update public.saved_candidates set user_id = heir where company_id = hand_over.company and user_id = person;
  get diagnostics moved = row_count;
  begin
    update storage.objects as o set owner = heir, owner_id = heir::text from public.companies as c
      where c.id = hand_over.company and o.bucket_id = 'company-logos' and o.name = c.logo and o.owner_id = person::text;
  -- No room among the files of the heir: nobody stays in a company for that.
  exception when sqlstate 'PT413' then null;
  end;
  -- Whoever removed them has read what comes to them.
  if heir is distinct from auth.uid() and (postings + others + moved > 0 or not was_admin) then
    perform queue.add('team-news', json_build_object('kind', 'left', 'companyId', company, 'userId', heir,
      'byId', person, 'postings', postings, 'isNewAdmin', not was_admin));
  end if;
end $$;

-- `private.company_keys` has the names of clients too.
create table private.former_company_names (
  company_id uuid not null references public.companies on delete cascade,
  key text not null check (char_length(key) between 1 and 300),
  primary key (company_id, key)
);
alter table private.former_company_names enable row level security;

create or replace function private.rename_companies() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
  renamed integer := 0;
begin
  for it in select * from public.companies as c where c.next_name_from <= now()
    order by c.id limit 500 for update skip locked
  loop
    insert into private.former_company_names (company_id, key) values (it.id, it.name_key) on conflict do nothing;
    update public.companies as c set name = c.next_name, next_name = null, next_name_from = null where c.id = it.id;
    update public.jobs as j set company = it.next_name
      where j.company_id = it.id and private.name_key(j.company) = it.name_key;
    -- What its people said of whom they hire for. Their ties to the new name count already, so nobody waits for a day.
    update public.employers as e set company = it.next_name
      where e.company_id = it.id and private.name_key(e.company) = it.name_key and e.in_effect_at <= now()
        and exists (select from public.company_members as m
          where m.company_id = it.id and m.user_id = e.user_id and m.role <> 'viewer');
    update public.employers as e set in_effect_at = now()
      where e.company_id = it.id and e.company = it.next_name and e.former_company_id = it.id and e.in_effect_at > now();
    update public.company_proofs as p set ended_at = now()
      where p.company_id = it.id and p.kind = 'staff' and p.ended_at is null;
    perform private.show_proofs(it.id);
    renamed := renamed + 1;
  end loop;
  return renamed;
end $$;

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
end $$;

-- Whoever read that their seat has ended heard nothing when it counted again: they went on without, or paid for a
-- membership of their own.
create or replace function private.tell_ended_seats() returns void
language plpgsql security definer set search_path = '' as $$
declare
  ended record;
  back record;
begin
  for back in
    update public.membership_seats as s set end_told_at = null
      where s.end_told_at is not null and private.gives_seats(s.payer_id)
      returning s.company_id, s.user_id, s.payer_id, s.given_at
  loop
    continue when (select count(*) from public.membership_seats as older
      where older.payer_id = back.payer_id and (older.given_at, older.user_id) < (back.given_at, back.user_id))
      >= private.seats_of(back.payer_id) - 1;
    perform queue.add('team-news', json_build_object('kind', 'seat-given', 'companyId', back.company_id,
      'userId', back.user_id));
  end loop;
  for ended in
    update public.membership_seats as s set end_told_at = now()
      where s.end_told_at is null and not private.gives_seats(s.payer_id)
        -- Of more people than seats, the newest had none.
        and (select count(*) from public.membership_seats as older
          where older.payer_id = s.payer_id and (older.given_at, older.user_id) < (s.given_at, s.user_id))
          < private.seats_of(s.payer_id) - 1
      returning s.company_id, s.user_id, s.payer_id
  loop
    perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', ended.company_id,
      'userId', ended.user_id, 'byId', ended.payer_id));
  end loop;
end $$;

create function private.tell_returned_seats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('team-news', json_build_object('kind', 'seat-given', 'companyId', late.company_id,
      'userId', late.user_id))
    from (select s.company_id, s.user_id, s.end_told_at, row_number() over (order by s.given_at, s.user_id) as place
      from public.membership_seats as s where s.payer_id = new.user_id) as late
    where late.place <= private.seats_of(new.user_id) - 1
      and late.place > private.seats_included() + old.quantity - 2
      -- The others hear of it with the end of what kept them out.
      and late.end_told_at is null;
  return null;
end $$;
create trigger tell_returned_seats after update of quantity on public.subscriptions
  for each row when (new.quantity > old.quantity) execute function private.tell_returned_seats();

-- Whoever calls because they do not see a posting, or cannot search, is often of another company than they think, looks
-- on only, or has a seat of somebody else's membership: staff saw none of it.
create function staff.work_of(person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  return jsonb_build_object(
    'companies', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', m.role,
        'is_closed', c.closed_at is not null,
        'people', (select count(*) from public.company_members as o where o.company_id = c.id),
        'jobs', (select count(*) from public.jobs as j where j.company_id = c.id)) order by m.joined_at, c.id), '[]')
      from public.company_members as m join public.companies as c on c.id = m.company_id where m.user_id = person),
    'seat_of', (select c.name from private.seat_of(person) as seat
      join public.companies as c on c.id = seat.company_id));
end $$;
revoke execute on function staff.work_of(uuid) from public;
grant execute on function staff.work_of(uuid) to authenticated;
