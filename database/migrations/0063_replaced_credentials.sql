-- Staff replace an award by another: of another type, for another person, of another day. Decision 95.

-- Whether the check of what was replaced leads on. Not where the new one is somebody else's: whoever has the old number
-- learns nothing of them.
alter table register.awards add column leads_on boolean not null default true;

drop trigger must_be_logged_new on register.awards;
create constraint trigger must_be_logged_new after insert on register.awards
  deferrable initially deferred for each row execute function staff.must_be_logged('', 'award-credentials',
    'replace-credential', 'add-sample-credentials');
drop trigger must_be_logged on register.awards;
create constraint trigger must_be_logged after update on register.awards
  deferrable initially deferred for each row when (
    (new.name, new.state, new.state_reason, new.awarded_on, new.expires_on, new.type, new.version, new.issue, new.email,
        new.replaced_by)
      is distinct from
    (old.name, old.state, old.state_reason, old.awarded_on, old.expires_on, old.type, old.version, old.issue, old.email,
        old.replaced_by)
    and new.unlinked_at is not distinct from old.unlinked_at)
  execute function staff.must_be_logged('number', 'correct-credential-name', 'renew-credential', 'suspend-credential',
    'lift-suspension', 'revoke-credential', 'readdress-credential', 'replace-credential', 'erase-credential',
    'credential-erased');

-- The old one is revoked and points at the new one. Answers the number of the new one and what was before.
create function register.replace_award(wanted text, line jsonb, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  it register.awards := register.held(wanted);
  made register.awards;
  after register.awards;
  made_number text;
  has_same_holder boolean;
  is_asked_again boolean;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  perform staff.require_fresh_factor();
  made_number := register.add_award(line, it.is_sample);
  if made_number is null then perform private.refuse('awarded_before'); end if;
  select * into made from register.awards as a where a.number = made_number;
  has_same_holder := it.user_id is not null and made.user_id is not distinct from it.user_id;
  -- Nobody holds it, and the same address is asked: one mail is enough.
  is_asked_again := num_nonnulls(it.user_id, made.user_id) = 0 and made.email is not distinct from it.email;
  if has_same_holder then
    -- What they chose holds for what they now have, and one mail says all of it.
    update register.awards set is_listed = it.is_listed, on_profile = it.on_profile, told_at = now()
      where id = made.id;
  end if;
  update register.awards set state = 'revoked', state_since = now(), state_reason = left(btrim(reason), 1000),
      replaced_by = made.id,
      leads_on = has_same_holder or lower(made.name) = lower(it.name)
        or it.user_id is null and it.disowned_at is null and coalesce(made.email = it.email, false)
    where id = it.id returning * into after;
  perform register.note(after, 'replace');
  if not is_asked_again then perform register.tell_changed(after, 'replaced'); end if;
  if not has_same_holder then perform register.tell_awarded(array[made_number]); end if;
  return jsonb_build_object('number', made_number, 'before', jsonb_build_object('type', it.type, 'state', it.state));
end
$$;
grant execute on function register.replace_award(text, jsonb, text) to authenticated;

-- As before (0057), without the number of a credential that is somebody else's.
create or replace function register.check_credential(wanted text) returns table (
  is_valid boolean, state text, number text, name text, type text, kind text, slug text, title text, description text,
  must_show text[], hours_from smallint, hours_to smallint, version smallint, awarded_on date, expires_on date,
  state_since timestamptz, issue smallint, is_listed boolean, is_sample boolean, replaced_by text)
language sql stable security definer set search_path = '' rows 1 as $$
  select coalesce(known.state = 'active', false), coalesce(known.state, 'unknown'), wanted, a.name, a.type, t.kind,
    t.slug, v.name, v.description, v.must_show, v.hours_from, v.hours_to, a.version, a.awarded_on, a.expires_on,
    case when a.state <> 'active' then a.state_since end, a.issue, coalesce(a.is_listed, false),
    coalesce(a.is_sample, false),
    (select r.number::text from register.awards as r where r.id = a.replaced_by and a.leads_on and r.erased_at is null)
  from (select) as always
    left join register.awards as a on a.number = wanted::char(13) and length(wanted) = 13 and a.erased_at is null
    left join lateral (select register.state_of(a) as state where a.id is not null) as known on true
    left join register.types as t on t.code = a.type
    left join register.type_versions as v on v.type = a.type and v.version = a.version
$$;

-- The same of what holders see; and what was revoked before anybody claimed it waits for nobody.
create or replace function register.own_page() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  address text := (select u.email from auth.users as u where u.id = me and auth.has_proved_mailbox(u.id));
begin
  return jsonb_build_object(
    'is_proved', address is not null,
    'held', (select coalesce(jsonb_agg(jsonb_build_object('number', a.number, 'name', a.name, 'type', a.type,
        'kind', t.kind, 'slug', t.slug, 'title', v.name, 'description', v.description, 'must_show', v.must_show,
        'hours_from', v.hours_from, 'hours_to', v.hours_to, 'awarded_on', a.awarded_on, 'expires_on', a.expires_on,
        'state', register.state_of(a), 'state_reason', a.state_reason, 'is_listed', a.is_listed,
        'on_profile', a.on_profile, 'issue', a.issue, 'is_sample', a.is_sample,
        'renews_by_education', v.renews_by_education,
        'replaced_by', (select r.number from register.awards as r
          where r.id = a.replaced_by and a.leads_on and r.erased_at is null))
        order by a.awarded_on desc, t.place), '[]')
      from register.awards as a join register.types as t on t.code = a.type
        join register.type_versions as v on v.type = a.type and v.version = a.version
      where a.user_id = me and a.erased_at is null),
    'waiting', (select coalesce(jsonb_agg(jsonb_build_object('number', a.number, 'name', a.name, 'type', a.type,
        'title', v.name, 'awarded_on', a.awarded_on) order by a.awarded_on desc), '[]')
      from register.awards as a join register.type_versions as v on v.type = a.type and v.version = a.version
      where a.email = address and a.user_id is null and a.disowned_at is null and a.erased_at is null
        and a.state <> 'revoked'),
    'credits', register.credits_of(me));
end
$$;

create or replace function register.give_claim_link(address text, digest text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  waits jsonb;
begin
  select jsonb_agg(jsonb_build_object('name', a.name, 'type', a.type, 'title', v.name) order by a.awarded_on desc)
    into waits from register.awards as a
      join register.type_versions as v on v.type = a.type and v.version = a.version
    where a.email = address and a.user_id is null and a.disowned_at is null and a.erased_at is null
      and a.state <> 'revoked';
  if waits is null then return null; end if;
  update register.claims set token_digest = digest, mailed_at = now() where email = address;
  return case when found then waits end;
end
$$;

create or replace function register.read_claim(digest text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', c.email, 'waiting', jsonb_agg(jsonb_build_object('name', a.name, 'type', a.type,
      'title', v.name, 'awarded_on', a.awarded_on) order by a.awarded_on desc))
  from register.claims as c join register.awards as a on a.email = c.email
    join register.type_versions as v on v.type = a.type and v.version = a.version
  where c.token_digest = digest and c.expires_at > now()
    and a.user_id is null and a.disowned_at is null and a.erased_at is null and a.state <> 'revoked'
  group by c.email
$$;

create or replace function register.read_for_mail(wanted text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', coalesce(u.email, a.email), 'name', a.name, 'type', a.type, 'title', v.name,
    'state', register.state_of(a), 'reason', a.state_reason, 'expires_on', a.expires_on, 'is_claimed', u.id is not null,
    'renews_by_education', v.renews_by_education,
    -- What its holder has in its place.
    'successor', (select jsonb_build_object('name', r.name, 'type', r.type, 'title', rv.name)
      from register.awards as r join register.type_versions as rv on rv.type = r.type and rv.version = r.version
      where r.id = a.replaced_by and r.user_id = a.user_id and r.erased_at is null))
  from register.awards as a join register.type_versions as v on v.type = a.type and v.version = a.version
    left join auth.users as u on u.id = a.user_id
  where a.number = wanted and a.erased_at is null and a.disowned_at is null
    and (u.id is null or u.deleted_at is null and u.email is not null and (u.banned_until is null or u.banned_until <= now()))
    and coalesce(u.email, a.email) is not null
$$;

-- As before (0058), with what it replaces.
create or replace view register.staff_awards as
  select a.id, a.number::text as number, a.name, a.type, t.kind, v.name as title, a.version, a.email, a.user_id,
    a.awarded_on, a.expires_on, register.state_of(a) as state, a.state_reason, a.evidence, a.awarded_at,
    (select u.email from auth.users as u where u.id = a.awarded_by)::text as awarded_by,
    (select u.email from auth.users as u where u.id = a.user_id)::text as holder_email,
    case when a.disowned_at is not null then 'not me' when a.user_id is not null then 'claimed'
      when a.unlinked_at is not null then 'account gone' when a.email is not null then 'asked' else 'no address' end as holding,
    a.disowned_at, a.is_listed, a.issue, a.is_sample, a.words, v.renews_by_education,
    (select r.number::text from register.awards as r where r.id = a.replaced_by and r.erased_at is null) as replaced_by, a.leads_on,
    (select r.number::text from register.awards as r where r.replaced_by = a.id and r.erased_at is null) as replaces
  from register.awards as a join register.types as t on t.code = a.type
    join register.type_versions as v on v.type = a.type and v.version = a.version
  where a.erased_at is null and (select private.has_staff_role('staff'));
