-- The only owner has left, or their mailbox is gone: no letter to them helps, and nobody else can ask an owner. Whoever
-- runs the site's commands may; who is an owner already stays one until an owner takes that away.
create function staff.appoint_another_owner(address text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asked uuid;
begin
  insert into staff.invitations as known (email, role, appointed_by) values (lower(address), 'owner', null)
    on conflict (email) do update set role = 'owner', appointed_at = now(), token_hash = null,
      ends_at = now() + interval '7 days'
    returning id into asked;
  perform staff.append('command', null, null, 'appoint', 'invitation', asked::text, null, null,
    jsonb_build_object('email', lower(address), 'role', 'owner'));
  return asked;
end
$$;
revoke execute on function staff.appoint_another_owner(text) from public;
grant execute on function staff.appoint_another_owner(text) to service_role;
