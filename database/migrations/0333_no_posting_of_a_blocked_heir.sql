-- The search follows a change of hands some seconds later where it is of many (decision 280). A list of a place or a role
-- named a posting meanwhile whose new poster staff have blocked.
do $$
declare
  old constant text := 'on j.id = n.job_id where n.at <= 20';
begin
  if strpos(pg_get_functiondef('public.job_landing(text)'::regprocedure), old) = 0 then
    raise exception 'job_landing does not say "%".', old;
  end if;
  execute replace(pg_get_functiondef('public.job_landing(text)'::regprocedure), old,
    'on j.id = n.job_id and j.posted_by <> all ($1) where n.at <= 20');
end $$;
