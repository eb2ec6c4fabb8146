-- The log belongs to a role of its own, and functions of the owner of the database read it: the page of a person, the
-- days of the log, what is erased of somebody. An owner who is a superuser may; any other was refused, and so were
-- staff. Decision 85 stays: reading is all that is given.
do $$
declare
  migrator constant text := current_user;
  is_super constant boolean := (select rolsuper from pg_roles where rolname = current_user);
begin
  if not is_super then
    execute format('grant staff_keeper to %I with inherit false, set true', migrator);
  end if;
  set local role staff_keeper;
  execute format('grant select on staff.log, staff.log_details to %I', migrator);
  execute format('set local role %I', migrator);
  if not is_super then
    execute format('revoke staff_keeper from %I', migrator);
  end if;
end $$;
