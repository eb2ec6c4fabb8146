-- Each application that leaves with an account is noted for backups, and each time the one task that keeps the notes was written anew: a row
-- of which one transaction makes thousands of versions is looked through from the first. Of 20,000 applications it took a minute. Once in a
-- transaction is enough: the time of the task is that of its beginning.
create or replace function private.note_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.erasures (subject)
    values (private.hash_of_id(tg_argv[0], to_jsonb(old) ->> tg_argv[1])) on conflict do nothing;
  if current_setting('site.erasures_noted', true) is distinct from pg_current_xact_id()::text then
    perform queue.add('keep-erasures', '{}', 'keep-erasures', now() + interval '2 seconds');
    perform set_config('site.erasures_noted', pg_current_xact_id()::text, true);
  end if;
  return null;
end $$;
