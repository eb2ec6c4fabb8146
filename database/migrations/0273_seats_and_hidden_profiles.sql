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
