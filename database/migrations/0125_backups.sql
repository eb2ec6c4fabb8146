-- Backups that were made, and what was erased, which a restore erases again. Decision 106.

create table private.backups (
  name text primary key,
  place text not null,
  began_at timestamptz not null,
  ended_at timestamptz not null default now(),
  bytes bigint not null,
  rows bigint not null,
  files bigint not null,
  is_encrypted boolean not null,
  -- When it was last restored into a database made for it and thrown away, and was whole.
  checked_at timestamptz
);
alter table private.backups enable row level security;
grant select on private.backups to service_role;

-- What somebody took away for good, as hashes of ids that no other row ever has: kept beside the backups as well, they
-- say nothing of anybody, and find what an older backup still holds.
create table private.erasures (
  subject text primary key check (subject ~ '^(account|application|alert|credential|newsletter|resume)-[0-9a-f]{64}$'),
  erased_at timestamptz not null default now(),
  kept_at timestamptz
);
alter table private.erasures enable row level security;
create index erasures_not_kept on private.erasures (erased_at) where kept_at is null;
grant select, update (kept_at) on private.erasures to service_role;

create function private.hash_of_id(kind text, id text) returns text
language sql immutable set search_path = '' as $$
  select kind || '-' || encode(sha256(convert_to(id, 'UTF8')), 'hex')
$$;

-- One task for all that is erased in a few seconds.
create function private.note_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.erasures (subject)
    values (private.hash_of_id(tg_argv[0], to_jsonb(old) ->> tg_argv[1])) on conflict do nothing;
  perform queue.add('keep-erasures', '{}', 'keep-erasures', now() + interval '2 seconds');
  return null;
end $$;

create trigger note_erasure after delete on auth.users
  for each row execute function private.note_erasure('account', 'id');
create trigger note_erasure_of_closed after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.note_erasure('account', 'id');
create trigger note_erasure after update of erased_at on register.awards
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function private.note_erasure('credential', 'id');
-- What goes with an account is found by the account; what is taken away by itself, by itself.
create trigger note_erasure after delete on public.newsletter_subscribers
  for each row when (pg_trigger_depth() = 0) execute function private.note_erasure('newsletter', 'id');
create trigger note_erasure after delete on public.alerts
  for each row when (pg_trigger_depth() = 0) execute function private.note_erasure('alert', 'id');
create trigger note_erasure after delete on public.resumes
  for each row when (pg_trigger_depth() = 0) execute function private.note_erasure('resume', 'id');
create trigger note_erasure after delete on public.applications
  for each row when (pg_trigger_depth() = 0) execute function private.note_erasure('application', 'id');
create trigger note_erasure_of_leaving after update of leaves_at on public.applications
  for each row when (old.leaves_at is null and new.leaves_at is not null)
  execute function private.note_erasure('application', 'id');

-- Erases what the subjects name and the database still has. What cannot be erased is answered with its reason: the last
-- owner of the site, say, where who followed is younger than the backup.
create function private.repeat_erasures(subjects text[]) returns table (kind text, erased integer, failed text)
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
end $$;
