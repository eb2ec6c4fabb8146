-- What Supabase Realtime brings: the table whose policies decide over private channels, the functions through
-- which SQL broadcasts, and the list of tables whose changes are told. All of it reaches the processes of the
-- site by NOTIFY, so that they hear what was committed, in its order: decision 74.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- The channel that is asked for, in policies.
create function realtime.topic() returns text language sql stable set search_path = '' as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
grant execute on function realtime.topic() to anon, authenticated, service_role;

-- Who may select a row of a topic hears its channel, who may insert one speaks there. `extension` is
-- broadcast or presence. Rows that stay are those that SQL has sent, for who comes late.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default (now() at time zone 'utc'),
  inserted_at timestamp not null default (now() at time zone 'utc'),
  id uuid primary key default gen_random_uuid()
);
create index messages_topic_idx on realtime.messages (topic, inserted_at desc) where event is not null;
create index messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert (topic, extension, payload, event, private, id) on realtime.messages
  to anon, authenticated;
grant all on realtime.messages to service_role;

-- Processes that have sockets, and what people show of themselves in channels. Unlogged: who is connected
-- when the database ends comes anew.
create unlogged table realtime.servers (
  id uuid primary key,
  seen_at timestamptz not null default clock_timestamp()
);
create unlogged table realtime.presences (
  member uuid primary key,
  server uuid not null,
  topic text not null,
  private boolean not null,
  key text not null,
  meta jsonb not null
);
create index presences_topic_idx on realtime.presences (topic, private);
create index presences_server_idx on realtime.presences (server);
-- What is longer than a NOTIFY may be.
create unlogged table realtime.parcels (
  id bigint generated always as identity primary key,
  message text not null,
  sent_at timestamptz not null default clock_timestamp()
);
create index parcels_sent_at_idx on realtime.parcels (sent_at);
-- A delete can no longer be asked of row-level security: it is told to all, with the key, and only where the
-- key tells a stranger nothing.
create table realtime.published (
  schema_name text not null,
  table_name text not null,
  sends_deletes boolean not null,
  primary key (schema_name, table_name)
);
alter table realtime.servers enable row level security;
alter table realtime.presences enable row level security;
alter table realtime.parcels enable row level security;
alter table realtime.published enable row level security;
grant all on realtime.servers, realtime.presences, realtime.parcels to service_role;
grant select on realtime.published to service_role;

-- Whether a process, or another one than this, has sockets. One that was killed counts for 15 seconds more.
create function realtime.is_heard(besides uuid default null) returns boolean
language sql volatile set search_path = '' as $$
  select exists (select from realtime.servers
    where id is distinct from besides and seen_at > clock_timestamp() - interval '15 seconds')
$$;

create function realtime.tell(message text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  parcel bigint;
begin
  if octet_length(message) < 7900 then
    perform pg_notify('realtime', message);
  else
    insert into realtime.parcels (message) values (message) returning id into parcel;
    perform pg_notify('realtime', parcel::text);
  end if;
end
$$;

-- Times are said in one zone, in which filters compare them.
create function realtime.tell_of_change() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  head jsonb := jsonb_build_object('kind', 'change', 'schema', tg_table_schema, 'table', tg_table_name,
    'type', tg_op, 'at',
    to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
begin
  if not realtime.is_heard() then return null; end if;
  if tg_op = 'DELETE' then
    perform realtime.tell((head || jsonb_build_object('key',
        (select jsonb_object_agg(name, to_jsonb(r) -> name) from unnest(tg_argv) as name)))::text)
      from old_rows as r;
  else
    perform realtime.tell((head || jsonb_build_object('record', to_jsonb(r)))::text) from new_rows as r;
  end if;
  return null;
end
$$;

-- Puts a table on the list. Beside the triggers it gets a function that says which of the callers may read
-- which of the changed rows now: in one statement for all of them, with one plan.
create function realtime.publish(entity regclass, sends_deletes boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  schema_name text;
  table_name text;
  names text[];
  types text[];
  place integer;
  key_arrays text := '';
  words text;
begin
  select n.nspname, c.relname into schema_name, table_name
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.oid = entity;
  select array_agg(a.attname order by k.n), array_agg(format_type(a.atttypid, a.atttypmod) order by k.n)
    into names, types
    from pg_catalog.pg_index as i
    cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
    join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = entity and i.indisprimary;
  insert into realtime.published values (schema_name, table_name, sends_deletes);
  select string_agg(quote_literal(name), ', ') into words from unnest(names) as name;
  execute format('create trigger tell_of_insert after insert on %s referencing new table as new_rows
    for each statement execute function realtime.tell_of_change(%s)', entity, words);
  execute format('create trigger tell_of_update after update on %s referencing new table as new_rows
    for each statement execute function realtime.tell_of_change(%s)', entity, words);
  if sends_deletes then
    execute format('create trigger tell_of_delete after delete on %s referencing old table as old_rows
      for each statement execute function realtime.tell_of_change(%s)', entity, words);
  end if;
  for place in 1 .. cardinality(names) loop
    key_arrays := key_arrays || format(E'  key_%s %s[] := array(select (e.key ->> %L)::%s'
      ' from jsonb_array_elements(keys) with ordinality as e(key, n) order by e.n);\n',
      place, types[place], names[place], types[place]);
  end loop;
  execute format($text$
create function realtime.%I(roles text[], claims text[], keys jsonb)
returns table (caller integer, changed integer[])
language plpgsql volatile set search_path = '' set plan_cache_mode = force_generic_plan as $body$
declare
%sbegin
  for who in 1 .. cardinality(roles) loop
    if who = 1 or roles[who] <> roles[who - 1] then perform set_config('role', roles[who], true); end if;
    perform set_config('request.jwt.claims', claims[who], true);
    select array_agg(k.n::integer) into changed from unnest(%s) with ordinality as k(%s, n)
      where exists (select from %s as t where %s);
    if changed is not null then
      caller := who;
      return next;
    end if;
  end loop;
  perform set_config('role', 'service_role', true);
end
$body$
$text$,
    'who_sees_' || schema_name || '_' || table_name, key_arrays,
    (select string_agg('key_' || n, ', ' order by n) from generate_series(1, cardinality(names)) as n),
    (select string_agg('key_' || n, ', ' order by n) from generate_series(1, cardinality(names)) as n),
    entity,
    (select string_agg(format('t.%I = k.key_%s', names[n], n), ' and ' order by n)
      from generate_series(1, cardinality(names)) as n));
  execute format('grant execute on function realtime.%I(text[], text[], jsonb) to service_role',
    'who_sees_' || schema_name || '_' || table_name);
end
$$;

-- Broadcasts from SQL, under the names and in the form that Supabase gives them.
create function realtime.tell_of_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if realtime.is_heard() then
    perform realtime.tell(jsonb_build_object('kind', 'broadcast', 'topic', new.topic,
      'private', coalesce(new.private, false), 'id', new.id, 'event', new.event,
      'payload', new.payload)::text);
  end if;
  return null;
end
$$;
create trigger tell_of_message after insert on realtime.messages
  for each row when (new.event is not null and new.payload is not null)
  execute function realtime.tell_of_message();

create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language sql volatile security definer set search_path = '' as $$
  with made as (select gen_random_uuid() as id)
  insert into realtime.messages (id, payload, event, topic, private, extension)
    select id, case when jsonb_typeof(payload) = 'object' and not payload ? 'id'
        then jsonb_build_object('id', id) || payload else payload end,
      event, topic, private, 'broadcast' from made
$$;

create function realtime.broadcast_changes(topic_name text, event_name text, operation text,
  table_name text, table_schema text, new record, old record, level text default 'ROW')
returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(jsonb_build_object('old_record', old, 'record', new, 'operation', operation,
    'table', table_name, 'schema', table_schema), event_name, topic_name);
end
$$;
grant execute on function realtime.is_heard(uuid), realtime.tell(text),
  realtime.send(jsonb, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text) to service_role;
