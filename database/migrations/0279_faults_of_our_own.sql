-- What failed by a fault of the site's own is an alarm (decision 247). Each process adds what it met since its last look;
-- an hour without another, whichever process ran then, and it is over.
create function staff.note_failures(newly integer, request text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into staff.alarms as a (kind, about, facts)
    select 'failure', '', jsonb_build_object('count', newly, 'request', request, 'last', now()) where newly > 0
    on conflict (kind, about) where over_at is null do update
      set facts = excluded.facts || jsonb_build_object('count', newly + (a.facts ->> 'count')::integer);
  update staff.alarms as a set over_at = now()
    where a.kind = 'failure' and a.over_at is null and newly = 0
      and (a.facts ->> 'last')::timestamptz < now() - interval '1 hour'
$$;
revoke execute on function staff.note_failures(integer, text) from public;
grant execute on function staff.note_failures(integer, text) to service_role;
