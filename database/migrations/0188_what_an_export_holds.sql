-- The copy of somebody's data is found through the keys of public tables. What they named and wrote elsewhere was not in it: their
-- passkeys, and what they reported to staff.
create function private.exported_beside(person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  passkeys jsonb := '[]';
  reports jsonb;
begin
  begin
    select coalesce(jsonb_agg(jsonb_build_object('name', w.friendly_name, 'created_at', w.created_at,
        'last_used_at', w.last_used_at) order by w.created_at), '[]')
      into passkeys from auth.webauthn_credentials as w where w.user_id = person;
  exception when undefined_table or undefined_column or insufficient_privilege then
    -- A Supabase project shows its own in its own way.
  end;
  select coalesce(jsonb_agg(jsonb_build_object('about', k.kind, 'reason', r.reason, 'note', r.note,
      'created_at', r.created_at) order by r.created_at), '[]')
    into reports from staff.reports as r join staff.cases as k on k.id = r.case_id where r.reporter_id = person;
  return jsonb_build_object('passkeys', passkeys, 'reports', reports);
end $$;
revoke all on function private.exported_beside(uuid) from public;
grant execute on function private.exported_beside(uuid) to service_role;
