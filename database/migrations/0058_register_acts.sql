-- What staff, holders and the site do with awards. Decision 92.

-- What staff find an award by, in one column with one index, as they find people.
alter table register.awards
  add column words text not null generated always as (
    ' ' || number || ' ' || lower(coalesce(name, '')) || ' ' || coalesce(email, '') || ' ') stored,
  -- When its holder was told of it by mail.
  add column told_at timestamptz;
create index awards_words on register.awards using gin (words extensions.gin_trgm_ops);
create index awards_untold on register.awards (user_id) where told_at is null and user_id is not null;

create constraint trigger must_be_logged_new after insert on register.awards
  deferrable initially deferred for each row execute function staff.must_be_logged('', 'award-credentials',
    'add-sample-credentials');
create constraint trigger must_be_logged after update on register.awards
  deferrable initially deferred for each row when (
    (new.name, new.state, new.state_reason, new.awarded_on, new.expires_on, new.type, new.version, new.issue, new.email)
      is distinct from
    (old.name, old.state, old.state_reason, old.awarded_on, old.expires_on, old.type, old.version, old.issue, old.email)
    and new.unlinked_at is not distinct from old.unlinked_at)
  execute function staff.must_be_logged('number', 'correct-credential-name', 'renew-credential', 'suspend-credential',
    'lift-suspension', 'revoke-credential', 'readdress-credential', 'erase-credential', 'credential-erased');
create constraint trigger must_be_logged after insert or update or delete on register.credit_rules
  deferrable initially deferred for each row execute function staff.must_be_logged('', 'set-credit-rules');

create function register.note(it register.awards, act text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into register.history (award_id, act, actor_id, state, version, issue, awarded_on, expires_on)
    values (it.id, act, auth.uid(), it.state, it.version, it.issue, it.awarded_on, it.expires_on)
$$;

create function register.line_key(type text, email text, name text, awarded_on date) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(jsonb_build_array(type,
    coalesce(lower(email), lower(regexp_replace(btrim(name), '\s+', ' ', 'g'))), awarded_on)::text, 'utf8'))
$$;

-- The version that is awarded on a day: the newest that was there.
create function register.version_on(wanted text, day date) returns register.type_versions
language sql stable security definer set search_path = '' as $$
  select v from register.type_versions as v where v.type = wanted
    order by v.since <= day desc, v.version desc limit 1
$$;

create function register.person_of(address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users as u where u.email = address and u.deleted_at is null and auth.has_proved_mailbox(u.id)
$$;

-- Of lines { type, email, name, awarded_on } those that are awarded already, by their place from 1.
create function register.known_lines(lines jsonb) returns table (place int, number text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  return query select l.place::int, a.number::text
    from jsonb_array_elements(lines) with ordinality as l (line, place)
    join register.awards as a on a.line_key = register.line_key(l.line ->> 'type', l.line ->> 'email',
      l.line ->> 'name', (l.line ->> 'awarded_on')::date);
end
$$;

create function register.add_award(line jsonb, is_sample boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind register.type_versions := register.version_on(line ->> 'type', (line ->> 'awarded_on')::date);
  day date := line ->> 'awarded_on';
  ends date := line ->> 'expires_on';
  in_list smallint;
  slot integer;
  made register.awards;
begin
  -- A list of 131,072 bits takes 100,000, so that a free one is soon found.
  perform pg_advisory_xact_lock(hashtextextended('register.awards', 0));
  select coalesce(max(a.status_list), 1) into in_list from register.awards as a;
  -- Asked only now and then: what is over by some does not matter.
  if random() < 0.02 and (select count(*) from register.awards as a where a.status_list = in_list) >= 100000 then
    in_list := in_list + 1;
  end if;
  loop
    slot := floor(random() * 131072);
    exit when not exists (select from register.awards as a
      where a.status_list = in_list and a.status_index = slot);
  end loop;
  insert into register.awards as a (number, type, version, name, user_id, email, awarded_on, expires_on, evidence,
      awarded_by, is_sample, status_list, status_index, line_key)
    values (line ->> 'number', kind.type, kind.version, line ->> 'name', register.person_of(line ->> 'email'),
      line ->> 'email', day,
      coalesce(ends, (day + make_interval(months => kind.valid_months))::date), coalesce(line ->> 'evidence', ''),
      auth.uid(), add_award.is_sample, in_list, slot,
      register.line_key(kind.type, line ->> 'email', line ->> 'name', day))
    on conflict on constraint awards_line_key_key do nothing
    returning * into made;
  if made.id is null then return null; end if;
  perform register.note(made, 'award');
  if made.user_id is not null then
    perform register.note(made, 'claim');
  end if;
  return made.number;
end
$$;

-- Tells whoever has an account of a proved address, and asks the others to claim. One mail each.
create function register.tell_awarded(numbers text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform queue.add('credential-awarded', json_build_object('userId', person), 'credential-awarded ' || person)
    from (select distinct a.user_id as person from register.awards as a
      where a.number = any (numbers) and a.user_id is not null) as told;
  insert into register.claims as known (email)
    select distinct a.email from register.awards as a
      where a.number = any (numbers) and a.user_id is null and a.email is not null
    on conflict (email) do update set asked_at = now(), expires_at = now() + interval '90 days';
  perform queue.add('credential-claim', json_build_object('email', address), 'credential-claim ' || address)
    from (select distinct a.email as address from register.awards as a
      where a.number = any (numbers) and a.user_id is null and a.email is not null) as asked;
end
$$;

-- All or nothing. Answers for each line its number, or null where it was awarded before.
create function register.award(lines jsonb) returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  numbers text[] := '{}';
  line jsonb;
begin
  perform staff.require('staff');
  for line in select value from jsonb_array_elements(lines) loop
    numbers := numbers || register.add_award(line, false);
  end loop;
  -- One task, which makes one for each person: to make two thousand takes longer than to award them.
  perform queue.add('credential-tell', json_build_object('numbers', array_remove(numbers, null)));
  return numbers;
end
$$;
grant execute on function register.tell_awarded(text[]) to service_role;

-- Demo content, which is marked wherever it is shown.
create function register.add_samples(lines jsonb) returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  numbers text[] := '{}';
  line jsonb;
begin
  for line in select value from jsonb_array_elements(lines) loop
    numbers := numbers || register.add_award(line, true);
  end loop;
  update register.awards set told_at = now() where number = any (numbers);
  perform staff.append('command', null, null, 'add-sample-credentials', '', '', null, null,
    jsonb_build_object('count', cardinality(array_remove(numbers, null))));
  return numbers;
end
$$;
grant execute on function register.add_samples(jsonb) to service_role;

-- The award that staff act on, held until the end of the transaction.
create function register.held(wanted text) returns register.awards
language plpgsql volatile security definer set search_path = '' as $$
declare
  it register.awards;
begin
  perform staff.require('staff');
  select * into it from register.awards as a where a.number = wanted and a.erased_at is null for update;
  if it.id is null then perform private.refuse('credential_gone'); end if;
  return it;
end
$$;

create function register.tell_changed(it register.awards, what text) returns void
language sql volatile security definer set search_path = '' as $$
  select queue.add('credential-changed', json_build_object('number', it.number, 'what', what))
    where it.user_id is not null or it.email is not null and it.disowned_at is null
$$;

-- Each answers what was before.
create function register.correct_name(wanted text, new_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.name = new_name then perform private.refuse('nothing_changed'); end if;
  update register.awards set name = new_name, issue = issue + 1 where id = it.id returning * into after;
  perform register.note(after, 'correct-name');
  perform register.tell_changed(after, 'corrected');
  return jsonb_build_object('name', it.name);
end
$$;

create function register.renew(wanted text, until date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  if it.expires_on is null or until <= greatest(it.expires_on, timezone('UTC', now())::date) then
    perform private.refuse('renewal_ends_sooner');
  end if;
  update register.awards set expires_on = until, issue = issue + 1 where id = it.id returning * into after;
  perform register.note(after, 'renew');
  perform register.tell_changed(after, 'renewed');
  return jsonb_build_object('expires_on', it.expires_on);
end
$$;

create function register.set_state(wanted text, new_state text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  if it.state = new_state then perform private.refuse('nothing_changed'); end if;
  if new_state = 'revoked' then perform staff.require_fresh_factor(); end if;
  update register.awards set state = new_state, state_since = now(),
      state_reason = case when new_state = 'active' then '' else left(btrim(reason), 1000) end
    where id = it.id returning * into after;
  perform register.note(after, case new_state when 'active' then 'lift' when 'suspended' then 'suspend' else 'revoke' end);
  perform register.tell_changed(after,
    case new_state when 'active' then 'lifted' when 'suspended' then 'suspended' else 'revoked' end);
  return jsonb_build_object('state', it.state, 'reason', nullif(it.state_reason, ''));
end
$$;

-- Another address, or the same once more: whoever does not hold it yet is asked again.
create function register.readdress(wanted text, address text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.user_id is not null then perform private.refuse('credential_is_claimed'); end if;
  update register.awards set email = lower(address), disowned_at = null, told_at = null,
      user_id = register.person_of(lower(address)), unlinked_at = null,
      line_key = register.line_key(it.type, lower(address), it.name, it.awarded_on)
    where id = it.id returning * into after;
  perform register.note(after, 'readdress');
  perform register.tell_awarded(array[after.number::text]);
  return jsonb_build_object('email', it.email, 'was_disowned', it.disowned_at is not null);
exception when unique_violation then
  perform private.refuse('awarded_before');
end
$$;

-- Nothing is left of it but its number, which answers as one that never was.
create function register.wipe(it register.awards) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  after register.awards;
begin
  delete from register.issues where award_id = it.id;
  delete from register.reminders where award_id = it.id;
  delete from register.claims where email = it.email and not exists (select from register.awards as a
    where a.email = it.email and a.id <> it.id and a.user_id is null);
  update register.awards set name = null, user_id = null, email = null, line_key = null, evidence = '',
      state_reason = '', is_listed = false, erased_at = now(), unlinked_at = now(), disowned_at = null
    where id = it.id returning * into after;
  perform register.note(after, 'erase');
  -- What the log said of it in words goes as well.
  perform staff.drop_details('-infinity', it.number::text);
end
$$;

create function register.erase(wanted text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  perform register.wipe(register.held(wanted));
end
$$;

-- The holder chose it when they closed their account.
create function register.erase_of(person uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  it register.awards;
  erased integer := 0;
begin
  for it in select * from register.awards where user_id = person for update loop
    perform register.wipe(it);
    perform staff.append('site', null, null, 'credential-erased', 'credential', it.number::text, null, null, null);
    erased := erased + 1;
  end loop;
  return erased;
end
$$;
grant execute on function register.erase_of(uuid) to service_role;

create function register.erase_samples() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  it register.awards;
begin
  for it in select * from register.awards where is_sample and erased_at is null for update loop
    perform register.wipe(it);
  end loop;
end
$$;
grant execute on function register.erase_samples() to service_role;

-- The account goes, however it goes: what was awarded stays to be checked by its number, and points at nobody.
create function register.unlink() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  it register.awards;
begin
  for it in update register.awards set user_id = null, email = null, unlinked_at = now(), is_listed = false,
      on_profile = 'no'
    where user_id = old.id returning * loop
    perform register.note(it, 'unlink');
  end loop;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end
$$;
create trigger unlink_credentials before delete on auth.users
  for each row execute function register.unlink();
create trigger unlink_credentials_of_closed after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function register.unlink();

-- What micro-certifications give towards a tier: what the holder has of them, and, only where staff said what counts,
-- how many hours that is and what is left.
create function register.credits_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with has as (
    select distinct a.type from register.awards as a
    where a.user_id = person and register.state_of(a) = 'active'
  ), earned as (
    -- A whole track is each of its courses.
    select type from has
    union select t.code from register.types as t where t.part_of in (select type from has)
  ), rules as (
    select r.tier, r.counts, r.hours, r.counts in (select type from earned) as has_it,
      (register.version_on(r.counts, timezone('UTC', now())::date)).name as title
    from register.credit_rules as r
  )
  select coalesce(jsonb_agg(jsonb_build_object('tier', tier, 'slug', slug, 'title', title, 'of', hours_of,
      'hours', hours, 'counts', counts, 'missing', missing) order by place), '[]')
  from (
    select t.code as tier, t.slug, t.place, v.name as title, v.hours_to as hours_of,
      sum(r.hours) filter (where r.has_it) as hours,
      coalesce(jsonb_agg(jsonb_build_object('title', r.title, 'hours', r.hours)) filter (where r.has_it), '[]') as counts,
      coalesce(jsonb_agg(jsonb_build_object('title', r.title, 'hours', r.hours)) filter (where not r.has_it), '[]')
        as missing
    from rules as r join register.types as t on t.code = r.tier
      cross join lateral register.version_on(t.code, timezone('UTC', now())::date) as v
    where not exists (select from has where has.type = t.code)
    group by t.code, t.slug, t.place, v.name, v.hours_to
    having bool_or(r.has_it)) as tiers
$$;

-- All that somebody holds, and what waits for the address of their account.
create function register.own_page() returns jsonb
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
        'replaced_by', (select r.number from register.awards as r where r.id = a.replaced_by and r.erased_at is null))
        order by a.awarded_on desc, t.place), '[]')
      from register.awards as a join register.types as t on t.code = a.type
        join register.type_versions as v on v.type = a.type and v.version = a.version
      where a.user_id = me and a.erased_at is null),
    'waiting', (select coalesce(jsonb_agg(jsonb_build_object('number', a.number, 'name', a.name, 'type', a.type,
        'title', v.name, 'awarded_on', a.awarded_on) order by a.awarded_on desc), '[]')
      from register.awards as a join register.type_versions as v on v.type = a.type and v.version = a.version
      where a.email = address and a.user_id is null and a.disowned_at is null and a.erased_at is null),
    'credits', register.credits_of(me));
end
$$;

-- What waits for the address of the caller, whose mailbox is proved, becomes theirs. Answers how many.
create function register.claim() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  address text := (select u.email from auth.users as u where u.id = me and auth.has_proved_mailbox(u.id));
  it register.awards;
  claimed integer := 0;
begin
  if address is null then perform private.refuse('mailbox_not_proved'); end if;
  for it in update register.awards set user_id = me, told_at = now()
    where email = address and user_id is null and disowned_at is null and erased_at is null returning * loop
    perform register.note(it, 'claim');
    claimed := claimed + 1;
  end loop;
  delete from register.claims where email = address;
  return claimed;
end
$$;

-- "That is not me": staff look at it. Of one that somebody holds, or of those that wait for their address.
create function register.disown(wanted text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  address text := (select u.email from auth.users as u where u.id = me and auth.has_proved_mailbox(u.id));
  it register.awards;
  done integer := 0;
begin
  for it in update register.awards set user_id = null, disowned_at = now(), is_listed = false, on_profile = 'no'
    where number = wanted and erased_at is null and disowned_at is null
      and (user_id = me or user_id is null and email = address) returning * loop
    perform register.note(it, 'disown');
    done := done + 1;
  end loop;
  return done;
end
$$;

create function register.set_choices(wanted text, listed boolean, profile text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  it register.awards;
begin
  select * into it from register.awards
    where number = wanted and user_id = auth.uid() and erased_at is null for update;
  if it.id is null then return false; end if;
  update register.awards set is_listed = coalesce(listed, is_listed), on_profile = coalesce(profile, on_profile)
    where id = it.id;
  if listed <> it.is_listed then
    perform register.note(it, case when listed then 'list' else 'unlist' end);
  end if;
  return true;
end
$$;
grant execute on function register.own_page(), register.claim(), register.disown(text),
  register.set_choices(text, boolean, text) to authenticated;

-- For the mail that asks to claim: the link is made when it is sent.
create function register.give_claim_link(address text, digest text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  waits jsonb;
begin
  select jsonb_agg(jsonb_build_object('name', a.name, 'type', a.type, 'title', v.name) order by a.awarded_on desc)
    into waits from register.awards as a
      join register.type_versions as v on v.type = a.type and v.version = a.version
    where a.email = address and a.user_id is null and a.disowned_at is null and a.erased_at is null;
  if waits is null then return null; end if;
  update register.claims set token_digest = digest, mailed_at = now() where email = address;
  return case when found then waits end;
end
$$;

-- By the link of that mail: what waits, for whom; or that it is not theirs.
create function register.read_claim(digest text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', c.email, 'waiting', jsonb_agg(jsonb_build_object('name', a.name, 'type', a.type,
      'title', v.name, 'awarded_on', a.awarded_on) order by a.awarded_on desc))
  from register.claims as c join register.awards as a on a.email = c.email
    join register.type_versions as v on v.type = a.type and v.version = a.version
  where c.token_digest = digest and c.expires_at > now()
    and a.user_id is null and a.disowned_at is null and a.erased_at is null
  group by c.email
$$;

create function register.disown_by_link(digest text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  it register.awards;
  done integer := 0;
begin
  for it in update register.awards as a set disowned_at = now() from register.claims as c
    where c.token_digest = digest and c.expires_at > now() and a.email = c.email
      and a.user_id is null and a.disowned_at is null and a.erased_at is null returning a.* loop
    perform register.note(it, 'disown');
    done := done + 1;
  end loop;
  return done;
end
$$;

create function register.untold(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', u.email, 'numbers', jsonb_agg(a.number), 'awards',
    jsonb_agg(jsonb_build_object('name', a.name, 'type', a.type, 'title', v.name) order by a.awarded_on desc))
  from register.awards as a join auth.users as u on u.id = a.user_id
    join register.type_versions as v on v.type = a.type and v.version = a.version
  where a.user_id = person and a.told_at is null and u.email is not null and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now()) and a.erased_at is null
  group by u.email
$$;

create function register.note_told(numbers text[]) returns void
language sql volatile security definer set search_path = '' as $$
  update register.awards set told_at = now() where number = any (numbers)
$$;

-- For a mail about one award: who has it, or was asked to claim it.
create function register.read_for_mail(wanted text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('email', coalesce(u.email, a.email), 'name', a.name, 'type', a.type, 'title', v.name,
    'state', register.state_of(a), 'reason', a.state_reason, 'expires_on', a.expires_on, 'is_claimed', u.id is not null,
    'renews_by_education', v.renews_by_education)
  from register.awards as a join register.type_versions as v on v.type = a.type and v.version = a.version
    left join auth.users as u on u.id = a.user_id
  where a.number = wanted and a.erased_at is null and a.disowned_at is null
    and (u.id is null or u.deleted_at is null and u.email is not null and (u.banned_until is null or u.banned_until <= now()))
    and coalesce(u.email, a.email) is not null
$$;

-- Who is due to hear that a credential ends: each end 90, 30 and 7 days before, once. A day that was missed is made up
-- for by the next, and by the nearest reminder alone.
create function register.add_reminders() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := timezone('UTC', now())::date;
  due record;
  added integer := 0;
begin
  for due in
    select a.id, a.number, a.expires_on,
      case when a.expires_on - today <= 7 then 7 when a.expires_on - today <= 30 then 30 else 90 end as days
    from register.awards as a
    where a.expires_on between today and today + 90 and a.state = 'active' and a.erased_at is null
      and a.disowned_at is null and a.user_id is not null and a.replaced_by is null
      -- What was awarded with less time than that is not reminded of at once.
      and a.awarded_at < now() - interval '1 day'
  loop
    insert into register.reminders (award_id, expires_on, days) values (due.id, due.expires_on, due.days)
      on conflict do nothing;
    continue when not found;
    perform queue.add('credential-ending', json_build_object('number', due.number, 'expiresOn', due.expires_on));
    added := added + 1;
  end loop;
  return added;
end
$$;
grant execute on function register.give_claim_link(text, text), register.read_claim(text),
  register.disown_by_link(text), register.untold(uuid), register.note_told(text[]), register.read_for_mail(text),
  register.add_reminders() to service_role;

-- How many hold it: said from ten on, so that it is about nobody.
create function register.count_holders() returns table (type text, holders bigint)
language sql stable security definer set search_path = '' as $$
  select a.type, count(distinct coalesce(a.user_id::text, a.email, a.number)) from register.awards as a
  where register.state_of(a) = 'active' and not a.is_sample
  group by a.type having count(distinct coalesce(a.user_id::text, a.email, a.number)) >= 10
$$;
grant execute on function register.count_holders() to anon, authenticated, service_role;

-- What staff see. A view sees past the policies, so it asks itself who looks; no barrier, which would keep the search
-- from its index.
create view register.staff_awards as
  select a.id, a.number::text as number, a.name, a.type, t.kind, v.name as title, a.version, a.email, a.user_id,
    a.awarded_on, a.expires_on, register.state_of(a) as state, a.state_reason, a.evidence, a.awarded_at,
    (select u.email from auth.users as u where u.id = a.awarded_by)::text as awarded_by,
    (select u.email from auth.users as u where u.id = a.user_id)::text as holder_email,
    case when a.disowned_at is not null then 'not me' when a.user_id is not null then 'claimed'
      when a.unlinked_at is not null then 'account gone' when a.email is not null then 'asked' else 'no address' end as holding,
    a.disowned_at, a.is_listed, a.issue, a.is_sample, a.words, v.renews_by_education,
    (select r.number::text from register.awards as r where r.id = a.replaced_by) as replaced_by
  from register.awards as a join register.types as t on t.code = a.type
    join register.type_versions as v on v.type = a.type and v.version = a.version
  where a.erased_at is null and (select private.has_staff_role('staff'));
revoke all on register.staff_awards from anon, authenticated, service_role;
grant select on register.staff_awards to authenticated;

create policy "Staff read history" on register.history for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Staff read what counts" on register.credit_rules for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Staff say what counts" on register.credit_rules for insert to authenticated
  with check ((select private.has_staff_role('staff')));
create policy "Staff take back what counts" on register.credit_rules for delete to authenticated
  using ((select private.has_staff_role('staff')));
grant select on register.history to authenticated;
grant select, delete, insert (tier, counts, hours) on register.credit_rules to authenticated;

grant execute on function register.known_lines(jsonb), register.award(jsonb), register.correct_name(text, text),
  register.renew(text, date), register.set_state(text, text, text), register.readdress(text, text),
  register.erase(text) to authenticated;

-- Functions of a view run as whoever asks it.
grant execute on function register.state_of(register.awards) to authenticated, service_role;
-- Words, hours and validity of what is awarded from now on. What was awarded keeps its version.
create policy "Owners add versions" on register.type_versions for insert to authenticated
  with check ((select private.has_staff_role('owner')));
grant insert (type, version, name, description, must_show, hours_from, hours_to, valid_months, renews_by_education)
  on register.type_versions to authenticated;
create constraint trigger must_be_logged after insert on register.type_versions
  deferrable initially deferred for each row execute function staff.must_be_logged('type', 'add-credential-version');
