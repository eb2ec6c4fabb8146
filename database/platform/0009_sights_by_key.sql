-- Who may read which of the changed rows now, found by the key. Joined with the keys, a table of some hundred
-- rows was read whole for each listener, and the plan of a table that was small stayed while it grew.
create function realtime.make_sight(entity regclass) returns void
language plpgsql set search_path = '' as $$
declare
  sight text;
  names text[];
  types text[];
  is_plain boolean;
  key_arrays text;
  seen text;
begin
  select 'who_sees_' || n.nspname || '_' || c.relname into sight
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.oid = entity;
  select array_agg(a.attname order by k.n), array_agg(format_type(a.atttypid, a.atttypmod) order by k.n),
      count(*) = 1 and bool_and(t.typtype = 'b')
    into names, types, is_plain
    from pg_catalog.pg_index as i
    cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
    join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = k.attnum
    join pg_catalog.pg_type as t on t.oid = a.atttypid
    where i.indrelid = entity and i.indisprimary;
  select string_agg(format(E'  key_%s %s[] := array(select (e.key ->> %L)::%s'
        ' from jsonb_array_elements(keys) with ordinality as e(key, n) order by e.n);\n',
      n, types[n], names[n], types[n]), '' order by n)
    into key_arrays from generate_series(1, cardinality(names)) as n;
  if is_plain then
    -- The same row may have changed twice.
    seen := format('select unnest(array_positions(key_1, t.%I)) from %s as t where t.%I = any (key_1)',
      names[1], entity, names[1]);
  else
    -- The offset keeps a row a look-up of its own.
    select format('select k.n::integer from unnest(%s) with ordinality as k(%s, n)'
        ' cross join lateral (select from %s as t where %s offset 0) as seen',
        string_agg('key_' || n, ', ' order by n), string_agg('key_' || n, ', ' order by n), entity,
        string_agg(format('t.%I = k.key_%s', names[n], n), ' and ' order by n))
      into seen from generate_series(1, cardinality(names)) as n;
  end if;
  execute format($text$
create or replace function realtime.%I(roles text[], claims text[], keys jsonb)
returns table (caller integer, changed integer[])
language plpgsql volatile set search_path = '' set plan_cache_mode = force_generic_plan as $body$
declare
%sbegin
  for who in 1 .. cardinality(roles) loop
    if who = 1 or roles[who] <> roles[who - 1] then perform set_config('role', roles[who], true); end if;
    perform set_config('request.jwt.claims', claims[who], true);
    changed := array(%s);
    if cardinality(changed) > 0 then
      caller := who;
      return next;
    end if;
  end loop;
  perform set_config('role', 'service_role', true);
end
$body$
$text$, sight, key_arrays, seen);
  execute format('grant execute on function realtime.%I(text[], text[], jsonb) to service_role', sight);
end
$$;

create or replace function realtime.publish(entity regclass, sends_deletes boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  words text;
begin
  insert into realtime.published
    select n.nspname, c.relname, publish.sends_deletes
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.oid = entity;
  select string_agg(quote_literal(a.attname), ', ' order by k.n) into words
    from pg_catalog.pg_index as i
    cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
    join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = entity and i.indisprimary;
  execute format('create trigger tell_of_insert after insert on %s referencing new table as new_rows
    for each statement execute function realtime.tell_of_change(%s)', entity, words);
  execute format('create trigger tell_of_update after update on %s referencing new table as new_rows
    for each statement execute function realtime.tell_of_change(%s)', entity, words);
  if sends_deletes then
    execute format('create trigger tell_of_delete after delete on %s referencing old table as old_rows
      for each statement execute function realtime.tell_of_change(%s)', entity, words);
  end if;
  perform realtime.make_sight(entity);
end
$$;

select realtime.make_sight(to_regclass(format('%I.%I', schema_name, table_name))) from realtime.published;
