-- Since 0432 the key of an award without an address follows its corrected name. One whose account was deleted has no address
-- either, but is still known by it: with another key, the roster with that address awarded it a second time.
-- may lock or break: only the key is another one, for awards of deleted accounts
create or replace function register.correct_name(wanted text, new_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  if it.name = new_name then perform private.refuse('nothing_changed'); end if;
  update register.awards set name = new_name, issue = issue + 1,
      line_key = case when line_key = register.line_key(type, null, name, awarded_on)
        then register.line_key(type, null, new_name, awarded_on) else line_key end
    where id = it.id returning * into after;
  perform register.note(after, 'correct-name');
  perform register.tell_changed(after, 'corrected');
  return jsonb_build_object('name', it.name);
exception when unique_violation then
  perform private.refuse('awarded_before');
end
$$;
