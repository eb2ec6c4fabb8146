-- The form names the posting that it sends: when the answer is lost and it is sent again, it stays one.
grant insert (id) on public.jobs to authenticated;
