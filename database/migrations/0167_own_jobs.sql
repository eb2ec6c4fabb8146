-- The jobs of the companies that the caller works for, as rows of their table: so that a screen asks one question for
-- them, with the order, the part and the columns that it wants. With a search path of its own the database would read
-- all of each job before it leaves out what nobody asked for; every name is written whole in its place.
create function public.own_jobs() returns setof public.jobs
language sql stable security invoker as $$
  select j.* from public.jobs as j where j.company_id = any (private.own_companies('viewer'))
$$;
revoke execute on function public.own_jobs() from public;
grant execute on function public.own_jobs() to authenticated, service_role;
