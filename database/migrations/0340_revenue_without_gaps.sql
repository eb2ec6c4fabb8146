-- The revenue of yesterday and today was asked of Stripe. Where the site, or its key, was away for longer, the days between stayed
-- unknown for good, and the sum of the 28 days that are shown said nothing of them. Now it goes on where it stopped.
create function staff.revenue_known_until() returns date
language sql stable security definer set search_path = '' as $$
  select max(day) from staff.figures where name = 'revenue'
$$;
revoke all on function staff.revenue_known_until() from public, anon, authenticated;
grant execute on function staff.revenue_known_until() to service_role;
