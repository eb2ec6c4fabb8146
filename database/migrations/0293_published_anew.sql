-- A table that was dropped and made again under its name stood on the list without the triggers that tell of it, and
-- could not be put there a second time.
create or replace function realtime.publish(entity regclass, sends_deletes boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  words text;
begin
  insert into realtime.published
    select n.nspname, c.relname, publish.sends_deletes
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.oid = entity
    on conflict (schema_name, table_name) do update set sends_deletes = excluded.sends_deletes;
  select string_agg(quote_literal(a.attname), ', ' order by k.n) into words
    from pg_catalog.pg_index as i
    cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
    join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = entity and i.indisprimary;
  execute format('create or replace trigger tell_of_insert after insert on %s referencing new table as new_rows
    for each statement execute function realtime.tell_of_change(%s)', entity, words);
  execute format('create or replace trigger tell_of_update after update on %s referencing new table as new_rows
    for each statement execute function realtime.tell_of_change(%s)', entity, words);
  if sends_deletes then
    execute format('create or replace trigger tell_of_delete after delete on %s referencing old table as old_rows
      for each statement execute function realtime.tell_of_change(%s)', entity, words);
  else
    execute format('drop trigger if exists tell_of_delete on %s', entity);
  end if;
  perform realtime.make_sight(entity);
end
$$;
