-- Whoever opened a posting again while it was being removed held the posting and waited for an application, and the removal held the
-- application and waited for the posting: PostgreSQL ended one of the two. Postings come before applications to them. Decision 310.
create or replace function private.remove_posting(of_job uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  done integer;
begin
  perform from public.jobs where id = of_job for update;
  done := private.let_go_of_posting(of_job, most);
  if done < most then delete from public.jobs where id = of_job; end if;
  return done;
end $$;
