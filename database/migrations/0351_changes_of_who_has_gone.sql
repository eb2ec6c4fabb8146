-- How a membership changed goes with its account (decision 303), also with one whose row alone stays: of the schema staff a soft
-- deletion takes what is named here.
create or replace function staff.forget_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from staff.notes where user_id = new.id;
  delete from staff.exports where user_id = new.id;
  delete from staff.people_words where user_id = new.id;
  delete from staff.membership_changes where user_id = new.id;
  return null;
end
$$;
