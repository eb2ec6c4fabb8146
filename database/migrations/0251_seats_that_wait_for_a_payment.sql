-- Whoever had a seat read that they have no membership, and that they may pay for one, where only a card of their company's
-- had failed.
create function private.own_lost_seat() returns text
language sql stable security definer set search_path = '' as $$
  select c.name
  from public.membership_seats as s join public.companies as c on c.id = s.company_id
  where s.user_id = (select auth.uid()) and not private.gives_seats(s.payer_id)
  order by s.given_at limit 1
$$;
revoke all on function private.own_lost_seat() from public;
grant execute on function private.own_lost_seat() to authenticated;
