-- Broadcasts from SQL are sent by who calls, as on Supabase: a trigger that is not `security definer` sends as the
-- person whose change it is, and the policies of realtime.messages decide. Decision 125.
alter table realtime.messages add column binary_payload bytea;
grant insert (binary_payload) on realtime.messages to anon, authenticated;

create or replace function realtime.tell_of_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if realtime.is_heard() then
    perform realtime.tell((jsonb_build_object('kind', 'broadcast', 'topic', new.topic,
      'private', coalesce(new.private, false), 'id', new.id, 'event', new.event)
      || case when new.payload is not null then jsonb_build_object('payload', new.payload)
        else jsonb_build_object('bytes', jsonb_build_object('encoding', 'binary',
          'base64', translate(encode(new.binary_payload, 'base64'), E'\n', ''))) end)::text);
  end if;
  return null;
end
$$;
drop trigger tell_of_message on realtime.messages;
create trigger tell_of_message after insert on realtime.messages
  for each row when (new.event is not null and (new.payload is not null or new.binary_payload is not null))
  execute function realtime.tell_of_message();

-- What cannot be sent fails nothing else: the change that it tells of stands.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql volatile set search_path = '' as $$
declare
  id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
    values (id, case when jsonb_typeof(payload) = 'object' and not payload ? 'id'
        then jsonb_build_object('id', id) || payload else payload end,
      event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
returns void language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
    values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

create or replace function realtime.broadcast_changes(topic_name text, event_name text, operation text,
  table_name text, table_schema text, new record, old record, level text default 'ROW')
returns void language plpgsql volatile set search_path = '' as $$
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
grant execute on function realtime.send(jsonb, text, text, boolean), realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;
