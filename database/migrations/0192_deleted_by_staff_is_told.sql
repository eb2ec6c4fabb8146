-- Whoever deletes their account is told so at its address (decision 179). Where an owner does it for them, they heard
-- nothing: neither who had asked for it, nor who had not.
create or replace function staff.delete_person(person uuid, address text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  subjects text[];
  mailbox text;
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  select u.email into mailbox from auth.users as u where u.id = person and lower(u.email) = lower(btrim(address));
  if mailbox is null then
    perform private.refuse('other_address');
  end if;
  -- Before their address is gone.
  subjects := staff.subjects_of(person);
  perform private.delete_account(person);
  -- After the deletion, which takes along what waits for the address.
  perform queue.add('staff-deletion-mail', json_build_object('to', mailbox));
  return staff.drop_details_of(subjects);
end
$$;
