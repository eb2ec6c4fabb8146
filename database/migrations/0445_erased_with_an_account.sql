-- What leaves with an account was not written down for backups: the account is. But a backup may be older than the
-- account, and then hold the subscription, or the alert, that a visitor had before: a restore brought it back, and
-- somebody who had deleted everything was written to again.
create or replace trigger note_erasure after delete on public.newsletter_subscribers
  for each row execute function private.note_erasure('newsletter', 'id');
-- One that a visitor asked for keeps the consent of that time when it comes to an account.
create or replace trigger note_erasure after delete on public.alerts
  for each row when (pg_trigger_depth() = 0 or old.consent_text is not null)
  execute function private.note_erasure('alert', 'id');

-- A profile that somebody deleted came back, and employers could see it again.
alter table private.erasures drop constraint erasures_subject_check;
alter table private.erasures add constraint erasures_subject_check
  check (subject ~ '^(account|application|alert|credential|newsletter|profile|resume)-[0-9a-f]{64}$');
create trigger note_erasure after delete on public.candidate_profiles
  for each row when (pg_trigger_depth() = 0) execute function private.note_erasure('profile', 'id');

create or replace function private.repeat_erasures(subjects text[])
returns table (kind text, erased integer, failed text)
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
  award register.awards;
begin
  kind := 'credential'; erased := 0; failed := null;
  for award in select * from register.awards as a
    where a.erased_at is null and private.hash_of_id('credential', a.id::text) = any (subjects) for update
  loop
    perform register.wipe(award);
    erased := erased + 1;
  end loop;
  return next;
  kind := 'account'; erased := 0;
  for person in select u.id from auth.users as u
    where private.hash_of_id('account', u.id::text) = any (subjects) and u.deleted_at is null
  loop
    begin
      perform private.delete_account(person);
      erased := erased + 1;
    exception when others then
      failed := person || ': ' || sqlerrm;
      return next;
      failed := null;
    end;
  end loop;
  return next;
  kind := 'newsletter';
  delete from public.newsletter_subscribers where private.hash_of_id('newsletter', id::text) = any (subjects);
  get diagnostics erased = row_count;
  return next;
  kind := 'alert';
  delete from public.alerts where private.hash_of_id('alert', id::text) = any (subjects);
  get diagnostics erased = row_count;
  return next;
  kind := 'application';
  delete from public.applications where private.hash_of_id('application', id::text) = any (subjects);
  get diagnostics erased = row_count;
  return next;
  kind := 'resume';
  delete from public.resumes where private.hash_of_id('resume', id::text) = any (subjects);
  get diagnostics erased = row_count;
  return next;
  kind := 'profile';
  delete from public.candidate_profiles where private.hash_of_id('profile', id::text) = any (subjects);
  get diagnostics erased = row_count;
  return next;
end $$;
