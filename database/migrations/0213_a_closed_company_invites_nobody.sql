-- The same as before, in words that people use: the screen says "invite".
create or replace function private.refuse_to_ask_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() and exists (
    select from public.companies as c where c.id = new.company_id and c.closed_at is not null)
  then
    perform private.say_no('403', 'We have closed this company, so it cannot invite anybody. Write to us if you think that this is wrong.');
  end if;
  return new;
end
$$;
