-- Where somebody works here, asked when they have signed in: members search, and who has something on the board, or had
-- within half a year, looks after it. Decision 101.
create function public.own_work() returns table (is_member boolean, has_jobs boolean)
language sql stable security definer set search_path = '' as $$
  select private.has_active_membership(auth.uid()), exists (
    select from public.company_members as m
    where m.user_id = auth.uid() and (
      exists (select from public.jobs as j
        where j.company_id = m.company_id and j.is_active and j.hidden_at is null and not j.is_past)
      or exists (select from public.jobs as j
        where j.company_id = m.company_id and j.created_at > now() - interval '180 days')))
  where auth.uid() is not null
$$;
revoke execute on function public.own_work() from public;
grant execute on function public.own_work() to authenticated;
