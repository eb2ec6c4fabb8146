-- An invitation that nobody accepted stayed for good after its end, with the address of somebody who has nothing to do with the site.
-- Whoever asked sees for thirty days that it has ended.

-- Once more with the act by which the site does it.
drop trigger must_be_logged on staff.invitations;
create constraint trigger must_be_logged after insert or delete or update on staff.invitations deferrable initially deferred
  for each row execute function staff.must_be_logged('', 'appoint', 'accept', 'change-role', 'remove-member',
    'withdraw-invitation', 'send-invitation', 'lose-factor', 'invitation-ended');

create function staff.clean_invitations() returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone record;
begin
  for gone in
    delete from staff.invitations where ends_at < now() - interval '30 days' returning id, role
  loop
    perform staff.append('site', null, null, 'invitation-ended', 'invitation', gone.id::text, null,
      jsonb_build_object('role', gone.role), null);
  end loop;
end $$;
revoke all on function staff.clean_invitations() from public;
grant execute on function staff.clean_invitations() to service_role;

create function private.clean_invitations() returns void
language sql security definer set search_path = '' as $$
  delete from public.company_invitations where expires_at < now() - interval '30 days';
  delete from private.invitation_mails where at < now() - interval '1 day';
$$;
revoke all on function private.clean_invitations() from public;
grant execute on function private.clean_invitations() to service_role;
