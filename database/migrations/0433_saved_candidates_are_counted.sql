-- One account could save every candidate, as often as it liked to remove and save them again, and hand the list over. The lock
-- comes after that of the company, which before_3_save_for_team takes.
create function private.limit_saved_candidates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.saved_candidates where user_id = (select auth.uid())) > 10000 then
    raise exception 'You can save up to 10,000 candidates. Remove some first.' using errcode = '23514';
  end if;
  return null;
end $$;
revoke execute on function private.limit_saved_candidates() from public;

create trigger before_4_take_turn before insert on public.saved_candidates
  for each row execute function private.take_turn();
create trigger limit_saved_candidates after insert on public.saved_candidates
  for each statement execute function private.limit_saved_candidates();
