-- Seats: one membership lets several people of a company see candidates. Decision 98.

-- How many the payment service is paid for.
alter table public.subscriptions add column quantity integer not null default 1
  constraint subscriptions_quantity_range check (quantity between 1 and 1000);

create table public.membership_seats (
  payer_id uuid not null references auth.users (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  given_at timestamptz not null default clock_timestamp(),
  primary key (payer_id, user_id),
  -- The payer's own needs no row.
  constraint membership_seats_of_others check (payer_id <> user_id)
);
create index membership_seats_user_id on public.membership_seats (user_id);
create index membership_seats_company_id on public.membership_seats (company_id);
alter table public.membership_seats enable row level security;
revoke all on public.membership_seats from anon, authenticated;
create policy "people read the seats of their company" on public.membership_seats for select to authenticated
  using (company_id = any ((select private.own_companies('viewer'))::uuid[]));
grant select on public.membership_seats to authenticated;

-- The owner's number: words of the kind `seats`.
create function private.seats_included() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((private.rule_words('seats') ->> 'included')::integer, 1)
$$;
create or replace function staff.check_house_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  broken text;
begin
  if new.content is null then return new; end if;
  if new.kind = 'posting-rules' then
    broken := private.broken_posting_rule(new.content);
  elsif new.kind = 'sign-up' and coalesce(new.content ->> 'state', '') not in ('open', 'closed') then
    broken := 'Sign-up is open or closed.';
  elsif new.kind = 'seats' and (jsonb_typeof(new.content -> 'included') is distinct from 'number'
    or (new.content ->> 'included')::numeric not between 1 and 100 or (new.content ->> 'included')::numeric % 1 <> 0)
  then broken := 'Seats of a membership: a whole number, 1 to 100.';
  end if;
  if broken is not null then raise exception using errcode = 'SF440', message = broken; end if;
  return new;
end
$$;

-- Whether somebody's own membership runs: what has_active_membership asked until now.
create function private.pays(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.subscriptions
    where user_id = person
      and status in ('active', 'trialing', 'canceled', 'past_due')
      and coalesce(paid_until, current_period_end) > now() - case
        when status in ('active', 'trialing') and not cancel_at_period_end then interval '1 hour'
        else interval '0'
      end
  )
$$;
-- With the payer's own.
create function private.seats_of(payer uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select private.seats_included() + coalesce((select s.quantity from public.subscriptions as s where s.user_id = payer), 1) - 1
$$;
-- The company for which a membership is: of whom its payer hires for.
create function private.company_paid_by(payer uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.company_id from public.employers as e
    join public.company_members as m on m.company_id = e.company_id and m.user_id = e.user_id
    where e.user_id = payer
$$;
-- The seat that a person has, if it counts. Of more people than seats, the newest have none; and both must be there.
create function private.seat_of(person uuid) returns public.membership_seats
language sql stable security definer set search_path = '' as $$
  select s from public.membership_seats as s
    join public.company_members as mine on mine.company_id = s.company_id and mine.user_id = s.user_id
      and mine.role in ('admin', 'recruiter')
    join public.company_members as theirs on theirs.company_id = s.company_id and theirs.user_id = s.payer_id
    where s.user_id = person and private.pays(s.payer_id)
      and s.payer_id not in (select private.banned_people())
      and (select count(*) from public.membership_seats as older
        where older.payer_id = s.payer_id and (older.given_at, older.user_id) < (s.given_at, s.user_id))
        < private.seats_of(s.payer_id) - 1
    order by s.given_at limit 1
$$;
create or replace function private.has_active_membership(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.pays(person) or (private.seat_of(person)).payer_id is not null
$$;
revoke execute on function private.seats_included(), private.pays(uuid), private.seats_of(uuid),
  private.company_paid_by(uuid), private.seat_of(uuid) from public;
grant execute on function private.pays(uuid) to service_role;

-- The caller's own membership, else that of their seat: then with the company that pays.
drop function private.own_membership();
create function private.own_membership()
returns table (has_access boolean, product_id text, status text, ends_at timestamptz,
  cancel_at_period_end boolean, is_owed boolean, seat_of text, seats integer)
language sql stable security definer set search_path = '' as $$
  select private.pays(s.user_id), s.product_id, s.status,
    case when s.status = 'past_due' then s.paid_until else s.current_period_end end,
    s.cancel_at_period_end, s.status in ('past_due', 'unpaid'), null, private.seats_of(s.user_id)
  from public.subscriptions as s
    where s.user_id = (select auth.uid())
      and (private.pays(s.user_id) or (private.seat_of(s.user_id)).payer_id is null)
  union all
  select true, s.product_id, s.status,
    case when s.status = 'past_due' then s.paid_until else s.current_period_end end,
    s.cancel_at_period_end, false, c.name, null
  from private.seat_of((select auth.uid())) as seat
    join public.subscriptions as s on s.user_id = seat.payer_id
    join public.companies as c on c.id = seat.company_id
    where not private.pays((select auth.uid()))
$$;
grant execute on function private.own_membership() to authenticated;

-- Who has a seat in the caller's company: what its dashboard shows.
create function public.company_seats(company uuid)
returns table (user_id uuid, name text, role text, is_me boolean, state text)
language sql stable security definer set search_path = '' as $$
  select m.user_id, coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), u.email, 'Somebody'),
    m.role, m.user_id = auth.uid(),
    case when private.pays(m.user_id) then 'pays'
      when (private.seat_of(m.user_id)).payer_id is not null then 'seat'
      when exists (select from public.membership_seats as s
        where s.user_id = m.user_id and s.company_id = company and private.pays(s.payer_id)) then 'lost'
      else 'none' end
  from public.company_members as m join auth.users as u on u.id = m.user_id
  where m.company_id = company and company = any (private.own_companies('viewer'))
  order by m.joined_at, m.user_id
$$;
-- The caller's seats, those that are taken, and for which company.
create function public.own_seats() returns table (company_id uuid, company text, role text, pays boolean, total integer,
  taken integer, bought integer)
language sql stable security definer set search_path = '' as $$
  select c.id, c.name, m.role, private.pays(me.id), sum(private.seats_of(p.user_id))::integer,
    (select count(*)::integer from public.membership_seats as s where s.company_id = c.id
      and s.payer_id = any (array_agg(p.user_id))) + count(*)::integer,
    (select s.quantity from public.subscriptions as s where s.user_id = me.id and private.pays(me.id))
  from (select auth.uid() as id) as me
  join public.company_members as m on m.user_id = me.id
  join public.companies as c on c.id = m.company_id
  join public.company_members as p on p.company_id = c.id
    and private.pays(p.user_id) and private.company_paid_by(p.user_id) = c.id
  group by c.id, c.name, m.role, me.id
$$;

create function public.give_seat(company uuid, person uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payer uuid;
begin
  perform private.require_admin(company);
  if not exists (select from public.company_members as m
    where m.company_id = company and m.user_id = person and m.role in ('admin', 'recruiter'))
  then perform private.say_no('409', 'A seat is for an admin or a recruiter of the company.');
  end if;
  if private.has_active_membership(person) then
    perform private.say_no('409', 'This person has a membership already.');
  end if;
  select m.user_id into payer from public.company_members as m
    where m.company_id = give_seat.company and private.pays(m.user_id) and private.company_paid_by(m.user_id) = company
      and (select count(*) from public.membership_seats as s where s.payer_id = m.user_id and s.user_id <> person)
        < private.seats_of(m.user_id) - 1
    order by m.joined_at limit 1;
  if payer is null then
    perform private.say_no('409', 'All seats are taken. Whoever pays can add one on the Membership Dashboard.');
  end if;
  delete from public.membership_seats as s where s.company_id = give_seat.company and s.user_id = person;
  insert into public.membership_seats (payer_id, user_id, company_id) values (payer, person, company)
    on conflict (payer_id, user_id) do update set company_id = excluded.company_id, given_at = clock_timestamp();
end $$;

create function public.take_seat(company uuid, person uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin(company);
  delete from public.membership_seats as s where s.company_id = take_seat.company and s.user_id = person;
  if found and person is distinct from auth.uid() then
    perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', company, 'userId', person,
      'byId', auth.uid()));
  end if;
end $$;
revoke execute on function public.company_seats(uuid), public.own_seats(), public.give_seat(uuid, uuid),
  public.take_seat(uuid, uuid) from public, anon;
grant execute on function public.company_seats(uuid), public.own_seats(), public.give_seat(uuid, uuid),
  public.take_seat(uuid, uuid) to authenticated;

-- Who leaves has no seat, and gives none; nor does who only looks.
create function private.end_seats_of_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.membership_seats as s where s.company_id = new.company_id and s.user_id = new.user_id;
  else
    delete from public.membership_seats as s
      where s.company_id = old.company_id and old.user_id in (s.user_id, s.payer_id);
  end if;
  return null;
end $$;
create trigger end_seats_of_member after delete on public.company_members
  for each row execute function private.end_seats_of_member();
create trigger end_seats_of_viewer after update of role on public.company_members
  for each row when (new.role = 'viewer') execute function private.end_seats_of_member();

-- What came with a seat ends with it, and open screens hear of it.
create function private.follow_seat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then perform private.end_featured_jobs_of(old.user_id); end if;
  perform private.tell_person(person, 'membership')
    from unnest(array[coalesce(new.user_id, old.user_id), coalesce(new.payer_id, old.payer_id)]) as person;
  return null;
end $$;
create trigger follow_seat after insert or update or delete on public.membership_seats
  for each row execute function private.follow_seat();

create or replace function private.end_featured_with_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_featured_jobs_of(old.user_id);
  perform private.end_featured_jobs_of(s.user_id) from public.membership_seats as s where s.payer_id = old.user_id;
  return null;
end $$;
create or replace function private.end_featured_jobs() returns void
language sql volatile security definer set search_path = '' as $$
  update public.jobs set is_featured = false
    where is_featured and (
      exists (select from public.subscriptions where user_id = posted_by)
      or exists (select from public.membership_seats as s where s.user_id = posted_by)
    ) and not private.has_active_membership(posted_by)
$$;
create or replace function private.tell_of_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  payer uuid := coalesce(new.user_id, old.user_id);
begin
  perform private.tell_person(payer, 'membership');
  perform private.tell_person(s.user_id, 'membership') from public.membership_seats as s where s.payer_id = payer;
  return null;
end $$;

-- Fewer seats than people: the newest lose theirs, and hear of it by mail.
create function private.tell_lost_seats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', late.company_id,
      'userId', late.user_id, 'byId', new.user_id))
    from (select s.company_id, s.user_id, row_number() over (order by s.given_at, s.user_id) as place
      from public.membership_seats as s where s.payer_id = new.user_id) as late
    where late.place > private.seats_of(new.user_id) - 1
      and late.place <= private.seats_included() + old.quantity - 2;
  return null;
end $$;
create trigger tell_lost_seats after update of quantity on public.subscriptions
  for each row when (new.quantity < old.quantity) execute function private.tell_lost_seats();
