-- Who ends the emails of one application by its link, and later turns on "Email me when an application changes", gets them
-- again for all of their own: the page of the link says so.
create function private.want_application_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.applications set wants_mails = true where applicant_id = new.user_id and not wants_mails;
  return null;
end $$;
create trigger want_application_mails after update of application_mails on public.message_settings
  for each row when (new.application_mails and not old.application_mails)
  execute function private.want_application_mails();
