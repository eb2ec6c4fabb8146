-- Awarded and revoked, or suspended, before its mail went: its holder read that certificate and badge are ready.
create or replace function register.untold(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', u.email, 'numbers', jsonb_agg(a.number), 'awards',
    jsonb_agg(jsonb_build_object('name', a.name, 'type', a.type, 'title', v.name) order by a.awarded_on desc))
  from register.awards as a join auth.users as u on u.id = a.user_id
    join register.type_versions as v on v.type = a.type and v.version = a.version
  where a.user_id = person and a.told_at is null and u.email is not null and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now()) and a.erased_at is null and a.state = 'active'
  group by u.email
$$;

-- Of several people in one order: an account that changes hands and the end of many in one night held them as they lay.
create or replace function register.show_seals(people uuid[]) returns void
language sql security definer set search_path = '' as $$
  with theirs as materialized (
    select p.user_id from public.candidate_profiles as p
      where p.user_id = any (people) and p.verified is distinct from register.seals_of(p.user_id)
      order by p.user_id for no key update
  )
  update public.candidate_profiles as p set verified = register.seals_of(p.user_id) from theirs where p.user_id = theirs.user_id
$$;
