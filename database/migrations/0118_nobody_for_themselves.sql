-- Nobody acts on themselves: nor on what is of a company they work for, nor on a credential of their own. Decision 84.

-- Why whoever asks may do nothing about this person; null where they may.
create function staff.not_on(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when person = auth.uid() then 'self'
    when exists (select from staff.members as them, staff.members as me
      where them.user_id = person and me.user_id = auth.uid() and staff.rank(them.role) > staff.rank(me.role))
      then 'higher' end
$$;
revoke execute on function staff.not_on(uuid) from public, anon;
grant execute on function staff.not_on(uuid) to authenticated;
create or replace function staff.require_other(person uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  case staff.not_on(person)
    when 'self' then raise exception 'nobody acts on themselves' using errcode = 'SF409';
    when 'higher' then raise exception 'nobody acts on a higher role' using errcode = 'SF409';
    else
  end case;
end $$;

-- Whether a case is about somebody: what they posted or wrote, a posting of their company, a conversation of its team.
create function staff.is_side_of(it staff.cases, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(it.person_id = person, false)
    or it.kind in ('job', 'company') and exists (select from public.company_members as own where own.user_id = person
      and own.company_id = coalesce((select j.company_id from public.jobs as j where j.id = it.subject_id),
        (it.content_then ->> 'company_id')::uuid))
    or it.kind = 'conversation' and exists (select from public.conversations as c
      join public.company_members as own on own.company_id = c.company_id
      where c.id = it.subject_id and own.user_id = person)
$$;
revoke execute on function staff.is_side_of(staff.cases, uuid) from public, anon, authenticated;
-- Those of whoever asks, found by what each of the three has an index for.
create function staff.own_cases() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  own uuid[] := private.own_companies('viewer');
begin
  return array(
    select c.id from staff.cases as c where c.id in (
        select o.id from staff.cases as o where o.person_id = me
        union
        select o.id from staff.cases as o where o.person_id in (
          select p.user_id from private.company_people as p where p.company_id = any (own))
        union
        select o.id from public.jobs as j join staff.cases as o on o.subject_id = j.id where j.company_id = any (own)
        union
        select o.id from public.conversations as s join staff.cases as o on o.subject_id = s.id
          where s.company_id = any (own))
      and staff.is_side_of(c, me));
end $$;
revoke execute on function staff.own_cases() from public, anon;
grant execute on function staff.own_cases() to authenticated;

drop policy "Staff see cases, none about themselves" on staff.cases;
create policy "Staff see cases, none about themselves" on staff.cases for select to authenticated
  using ((select private.has_staff_role('staff')) and id <> all ((select staff.own_cases())::uuid[]));

create or replace function staff.take_up(wanted uuid, seen integer) returns staff.cases
language plpgsql security definer set search_path = '' as $$
declare
  it staff.cases;
begin
  perform staff.require('staff');
  select * into it from staff.cases where id = wanted for update;
  if it.id is null or staff.is_side_of(it, auth.uid()) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  if it.person_id is not null then
    perform staff.require_other(it.person_id);
  end if;
  if exists (select from staff.reports where case_id = it.id and reporter_id = auth.uid()) then
    raise exception 'you reported this' using errcode = 'SF409';
  end if;
  if it.version <> seen then
    raise exception '%', staff.words_of_act(it) using errcode = 'SF412';
  end if;
  if it.claimed_by <> auth.uid() and it.claimed_at > now() - interval '30 minutes' then
    raise exception '% is looking at this.', coalesce(it.claimed_as, 'Somebody') using errcode = 'SF412';
  end if;
  return it;
end $$;

create or replace function staff.read_case(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  it staff.cases;
begin
  perform staff.require('staff');
  select * into it from staff.cases where id = wanted;
  if it.id is null or staff.is_side_of(it, auth.uid()) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  return to_jsonb(it) - 'letter_hash' || jsonb_build_object(
    'is_own_claim', coalesce(it.claimed_by = auth.uid(), false),
    'is_claimed', coalesce(it.claimed_at > now() - interval '30 minutes', false),
    'not_on', case when exists (select from staff.reports as r where r.case_id = it.id and r.reporter_id = auth.uid())
      then 'reported' else staff.not_on(it.person_id) end,
    'others_decide', coalesce(it.decided_at < it.appealed_at and it.decided_by = auth.uid(), false)
      and staff.has_other_decider(it),
    'content_now', case it.kind
      when 'job' then (select to_jsonb(j) from public.jobs as j where j.id = it.subject_id)
      when 'company' then (select to_jsonb(j) from public.jobs as j where j.id = (it.content_then ->> 'id')::uuid)
      when 'profile' then (select to_jsonb(p) from public.candidate_profiles as p where p.user_id = it.subject_id)
      end,
    'messages', case when it.kind = 'conversation' then staff.read_messages(it) end,
    'reported', (select coalesce(jsonb_agg(jsonb_build_object('reason', r.reason, 'note', r.note, 'at', r.created_at,
        'reporter', u.email) order by r.created_at desc), '[]')
      from (select * from staff.reports where case_id = it.id order by created_at desc limit 50) as r
        left join auth.users as u on u.id = r.reporter_id),
    'history', staff.describe_history(it),
    'evidence_ends_at', it.gone_at + private.evidence_time());
end $$;

-- Somebody who could decide: of no lower a role than the person has, and not on their side.
create or replace function staff.has_other_decider(it staff.cases) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from staff.members as m join auth.users as u on u.id = m.user_id
    where m.user_id <> auth.uid() and not staff.is_side_of(it, m.user_id)
      and staff.rank(m.role) >= greatest(2, (select staff.rank(them.role) from staff.members as them where them.user_id = it.person_id))
      and m.accepted_at >= m.appointed_at and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and not exists (select from staff.reports as r where r.case_id = it.id and r.reporter_id = m.user_id))
$$;

create or replace function staff.decide_job(job uuid, seen timestamp with time zone, seen_version integer, hides boolean, words text) returns staff.cases
language plpgsql security definer set search_path = '' as $$
declare
  it staff.cases;
  found_job public.jobs;
  is_open boolean;
  opened uuid;
begin
  perform staff.require('staff');
  -- The case before the job, as a decision in the queue does.
  select * into it from staff.cases as c where c.kind = 'job' and c.subject_id = job
    order by c.state in ('waiting', 'asked', 'answered', 'appealed') desc, c.opened_at desc limit 1 for update;
  select * into found_job from public.jobs as j where j.id = job for no key update;
  if found_job.id is null then
    raise exception 'the job is gone' using errcode = 'SF419';
  end if;
  perform staff.require_other(found_job.posted_by);
  if found_job.company_id = any (private.own_companies('viewer')) then
    raise exception 'nobody acts for their own company' using errcode = 'SF409';
  end if;
  if exists (select from staff.reports where case_id = it.id and reporter_id = auth.uid()) then
    raise exception 'you reported this' using errcode = 'SF422';
  end if;
  if coalesce(it.version, 0) <> seen_version then
    raise exception '%', coalesce(staff.words_of_act(it), 'It was reported or decided since you looked.')
      using errcode = 'SF412';
  end if;
  if found_job.updated_at <> seen then
    raise exception 'The job was changed since you looked.' using errcode = 'SF412';
  end if;
  is_open := coalesce(it.state in ('waiting', 'asked', 'answered', 'appealed'), false);
  if hides and found_job.hidden_at is not null and not is_open then
    raise exception 'hidden already' using errcode = 'SF421';
  end if;
  if not hides and found_job.hidden_at is null and not is_open then
    raise exception 'not hidden' using errcode = 'SF420';
  end if;
  if is_open or not hides and it.state = 'hidden' then
    return staff.decide_case(it.id, it.version, hides, words);
  end if;
  -- Decided before, or never: this is a matter of its own, with an appeal of its own.
  opened := staff.open_case('job', found_job.id, found_job.posted_by, '',
    found_job.title || ' · ' || found_job.company, to_jsonb(found_job));
  it := staff.decide_case(opened, 1, hides, words);
  -- It was hidden with its company, or by a command: its poster has heard of that, and no case of its own knows.
  if not hides then perform staff.tell(it, 'released'); end if;
  return it;
end $$;

create or replace function staff.reported_jobs() returns SETOF uuid
language sql stable security definer set search_path = '' as $$
  select subject_id from staff.cases
    where kind = 'job' and reports > 0 and state in ('waiting', 'asked', 'answered', 'appealed')
      and id <> all ((select staff.own_cases())::uuid[]) and private.has_staff_role('staff')
$$;

-- What was reported of their own company looks to them as if nobody had.
create or replace view staff.job_list as
 SELECT id,
    title,
    company,
    private.company_key(company) COLLATE "C" AS company_key,
    lower((title || ' '::text) || company) AS words,
    created_at,
    ends_at,
    is_featured,
    posted_by,
        CASE
            WHEN hidden_at IS NOT NULL THEN 'hidden'::text
            WHEN is_active AND NOT is_past THEN 'live'::text
            ELSE 'ended'::text
        END AS place,
    updated_at::text AS seen,
        CASE
            WHEN hidden_at IS NOT NULL THEN 'hidden'::text
            WHEN (posted_by IN ( SELECT private.banned_people() AS banned_people)) THEN 'paused'::text
            WHEN private.is_open(j.*) THEN 'live'::text
            WHEN filled_at IS NOT NULL THEN 'filled'::text
            WHEN NOT is_active THEN 'closed'::text
            ELSE 'expired'::text
        END AS status,
    ( SELECT u.email::text AS email
           FROM auth.users u
          WHERE u.id = j.posted_by) AS poster,
    ( SELECT count(*)::integer AS count
           FROM public.job_reports r
          WHERE r.job_id = j.id AND j.posted_by <> auth.uid() AND j.company_id <> ALL ((SELECT private.own_companies('viewer'))::uuid[])) AS reports,
    ( SELECT jsonb_build_object('id', c.id, 'version', c.version, 'state', c.state, 'is_held', c.held_for <> '{}'::text[] AND c.decided_at IS NULL) AS jsonb_build_object
           FROM staff.cases c
          WHERE c.kind = 'job'::text AND c.subject_id = j.id AND j.posted_by <> auth.uid() AND j.company_id <> ALL ((SELECT private.own_companies('viewer'))::uuid[])
          ORDER BY (c.state = ANY (ARRAY['waiting'::text, 'asked'::text, 'answered'::text, 'appealed'::text])) DESC, c.opened_at DESC
         LIMIT 1) AS newest_case,
    ( SELECT jsonb_build_object('id', c.id, 'state', c.state) AS jsonb_build_object
           FROM staff.cases c
          WHERE c.kind = 'company'::text AND c.person_id = j.posted_by AND c.company_key = private.company_key(j.company) AND c.state <> 'released'::text AND j.posted_by <> auth.uid() AND j.company_id <> ALL ((SELECT private.own_companies('viewer'))::uuid[])
          ORDER BY c.opened_at DESC
         LIMIT 1) AS company_case
   FROM public.jobs j
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role);


-- Of these addresses, those of whoever asks and of somebody with a higher role. Driven by the few who have a role.
create function register.not_for(addresses text[]) returns setof text
language sql stable security definer set search_path = '' as $$
  select lower(u.email) from staff.members as m join auth.users as u on u.id = m.user_id
  where lower(u.email) = any (addresses) and staff.not_on(m.user_id) is not null
    and private.has_staff_role('staff')
$$;
revoke execute on function register.not_for(text[]) from public, anon;
grant execute on function register.not_for(text[]) to authenticated;
create function register.not_on(holder uuid, address text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(staff.not_on(holder), (select staff.not_on(u.id) from auth.users as u
    where u.email = address and private.has_staff_role('staff') limit 1))
$$;
revoke execute on function register.not_on(uuid, text) from public, anon;
grant execute on function register.not_on(uuid, text) to authenticated;
create function register.require_others(addresses text[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from register.not_for(addresses)) then
    raise exception 'nobody acts on themselves or on a higher role' using errcode = 'SF409';
  end if;
end $$;
revoke execute on function register.require_others(text[]) from public, anon, authenticated;

create or replace function register.held(wanted text) returns register.awards
language plpgsql security definer set search_path = '' as $$
declare
  it register.awards;
begin
  perform staff.require('staff');
  select * into it from register.awards as a where a.number = wanted and a.erased_at is null for update;
  if it.id is null then perform private.refuse('credential_gone'); end if;
  perform register.require_others(array[it.email]);
  if it.user_id is not null then perform staff.require_other(it.user_id); end if;
  return it;
end $$;

create or replace function register.award(lines jsonb) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  numbers text[] := '{}';
  line jsonb;
begin
  perform staff.require('staff');
  perform register.require_others(array(select lower(value ->> 'email') from jsonb_array_elements(lines)));
  for line in select value from jsonb_array_elements(lines) loop
    numbers := numbers || register.add_award(line, false);
  end loop;
  -- One task, which makes one for each person: to make two thousand takes longer than to award them.
  perform queue.add('credential-tell', json_build_object('numbers', array_remove(numbers, null)));
  return numbers;
end $$;

create or replace function register.replace_award(wanted text, line jsonb, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  perform register.require_others(array[lower(line ->> 'email')]);
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
end $$;

create or replace function register.readdress(wanted text, address text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.user_id is not null then perform private.refuse('credential_is_claimed'); end if;
  perform register.require_others(array[lower(address)]);
  update register.awards set email = lower(address), disowned_at = null, told_at = null,
      user_id = register.person_of(lower(address)), unlinked_at = null,
      line_key = register.line_key(it.type, lower(address), it.name, it.awarded_on)
    where id = it.id returning * into after;
  perform register.note(after, 'readdress');
  perform register.tell_awarded(array[after.number::text]);
  return jsonb_build_object('email', it.email, 'was_disowned', it.disowned_at is not null);
exception when unique_violation then
  perform private.refuse('awarded_before');
end $$;
