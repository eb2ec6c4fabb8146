-- Owners say how many seats a membership includes. Whoever lost theirs by it, or got one back, heard nothing.
create table private.seats_included_told (
  is_one boolean primary key default true check (is_one),
  included integer not null
);
alter table private.seats_included_told enable row level security;
revoke all on private.seats_included_told from anon, authenticated;
insert into private.seats_included_told (included) values (private.seats_included());

-- The number may be published for a moment to come, so that it is the clock that tells.
create function private.tell_of_included_seats() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  former integer;
  present integer := private.seats_included();
  touched record;
begin
  select t.included into former from private.seats_included_told as t for update;
  if former = present then return; end if;
  update private.seats_included_told set included = present;
  for touched in
    select late.* from (select s.company_id, s.user_id, s.payer_id, s.end_told_at,
        row_number() over (partition by s.payer_id order by s.given_at, s.user_id) as place
      from public.membership_seats as s) as late
    join public.subscriptions as paid on paid.user_id = late.payer_id
    where late.place between least(former, present) + paid.quantity - 1 and greatest(former, present) + paid.quantity - 2
      -- The others hear of it with the end of what keeps them out.
      and late.end_told_at is null and private.gives_seats(late.payer_id)
  loop
    perform queue.add('team-news', json_strip_nulls(json_build_object(
      'kind', case when present < former then 'seat-lost' else 'seat-given' end,
      'companyId', touched.company_id, 'userId', touched.user_id,
      'byId', case when present < former then touched.payer_id end)));
    perform private.tell_person(person, 'membership') from unnest(array[touched.user_id, touched.payer_id]) as person;
  end loop;
end $$;
revoke execute on function private.tell_of_included_seats() from public;
grant execute on function private.tell_of_included_seats() to service_role;

-- The form told whoever has a profile that staff hide to make it public, which is refused.
create function public.is_hidden_by_staff(profile public.candidate_profiles) returns boolean
language sql stable security definer set search_path = '' as $$
  select profile.user_id = auth.uid() and exists (select from private.hidden_profiles as h where h.user_id = auth.uid())
$$;
revoke execute on function public.is_hidden_by_staff(public.candidate_profiles) from public, anon;
grant execute on function public.is_hidden_by_staff(public.candidate_profiles) to authenticated;

-- Of those who had a seat of the caller's last membership, how many have none in the next one until theirs is bought: some
-- may be included.
create function private.kept_seats() returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(count(*) - (private.seats_included() - 1), 0)::integer
  from public.membership_seats as s
    join public.company_members as holder on holder.company_id = s.company_id and holder.user_id = s.user_id
    join public.company_members as payer on payer.company_id = s.company_id and payer.user_id = s.payer_id
  where s.payer_id = auth.uid()
$$;
revoke execute on function private.kept_seats() from public;
grant execute on function private.kept_seats() to authenticated;

-- Where somebody else of the company pays, its membership has not ended: who asks reads that there are seats.
create or replace function private.own_lost_seat() returns text
language sql stable security definer set search_path = '' as $$
  select c.name
  from public.membership_seats as s join public.companies as c on c.id = s.company_id
  where s.user_id = (select auth.uid()) and not private.gives_seats(s.payer_id)
    and not exists (select from public.company_members as other where other.company_id = s.company_id
      and private.gives_seats(other.user_id) and private.company_paid_by(other.user_id) = s.company_id)
  order by s.given_at limit 1
$$;
