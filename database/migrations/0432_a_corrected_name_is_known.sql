-- An award without an address is known by its name. Once that had been corrected, the corrected roster awarded it a second time:
-- its key now follows the name, unless it is that of an address, which an award of a deleted account keeps. The row is the
-- same in every other way.
-- may lock or break: a name is not corrected to that of another award of the same credential and day
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

-- Of several that were corrected to the same name, one is known by it.
-- may lock or break: writes only the few awards whose name has been corrected
update register.awards as a set line_key = known.key
from (
  select distinct on (corrected.key) corrected.key, corrected.id
    from (
      select c.id, register.line_key(c.type, null, c.name, c.awarded_on) as key
        from register.awards as c
        where c.email is null and c.unlinked_at is null and c.line_key is not null
          and exists (select from register.history as h where h.award_id = c.id and h.act = 'correct-name')
    ) as corrected
    where not exists (select from register.awards as other where other.line_key = corrected.key)
    order by corrected.key, corrected.id
) as known
where a.id = known.id;
