-- What did not hold of applications and companies. Decisions 96, 97 and 99.

-- The inbox reads by its indexes again, as 0085 made it; a seal shows where the profile was sent, as 0086 has it.
create or replace function private.keep_verified_applicant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.is_verified := new.profile is not null and exists (select from public.candidate_profiles as p
    where p.user_id = new.applicant_id and p.verified <> '[]');
  return new;
end $$;
create or replace function private.tell_applications_of_seals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
  has_some boolean := tg_op <> 'DELETE' and new.verified <> '[]';
begin
  update public.applications as a set is_verified = has_some
    where a.applicant_id = person and a.profile is not null and a.is_verified <> has_some;
  return null;
end $$;
update public.applications as a set is_verified = false where a.is_verified and a.profile is null;

create or replace function public.list_applications(job uuid default null, standing text default '', needs text default '',
  verified boolean default false, near text default '', starred boolean default false, q text default '',
  question text default '', answer text default '', spam boolean default false, after_at timestamptz default null, after_id uuid default null,
  size integer default 30)
returns table (id uuid, job_id uuid, job_title text, name text, place text, state text, state_at timestamptz,
  applied_at timestamptz, answered_at timestamptz, looked_at timestamptz, leaves_at timestamptz, spam_at timestamptz,
  meets_needs boolean, is_guest boolean, is_verified boolean, is_starred boolean, stars integer, notes integer, email text,
  phone text, note text, answers jsonb)
language plpgsql stable security definer set search_path = '' rows 30 as $$
declare
  newest constant integer := 300;
  walked integer;
  own text;
  fixed text := ' and a.applicant_id is distinct from auth.uid()';
  sought text := '';
  sorted constant text := ' order by a.applied_at desc, a.id desc limit ';
  company uuid;
  here uuid[];
  found_ids uuid[] := '{}';
  looked_for tsquery;
begin
  if size not between 1 and 1000 then raise exception using errcode = 'PT400', message = 'A page has up to 1,000.'; end if;
  fixed := fixed || case when spam then ' and a.spam_at is not null' else ' and a.spam_at is null' end
    || case
      when standing = '' then ' and a.state <> ''unconfirmed'''
      when standing = 'open' then ' and a.state in (''new'', ''review'', ''interview'', ''offer'')'
      else format(' and a.state = %L and a.state <> ''unconfirmed''', standing) end
    || case needs when 'yes' then ' and a.meets_needs' when 'no' then ' and not a.meets_needs' else '' end
    || case when starred then ' and a.stars > 0' else '' end
    || case when verified then ' and a.is_verified' else '' end
    || case when job is not null then format(' and a.job_id = %L', job) else '' end
    || case when after_at is not null and after_id is not null
      then format(' and (a.applied_at, a.id) < (%L, %L)', after_at, after_id) else '' end;
  if btrim(near) <> '' then
    sought := sought || format(' and a.place ilike %L',
      '%' || regexp_replace(left(btrim(near), 100), '([%_\\])', '\\\1', 'g') || '%');
  end if;
  if btrim(q) <> '' then
    select string_agg('''' || replace(replace(word, '\', ''), '''', '') || ''':*', ' & ')::tsquery into looked_for
      from (select word from regexp_split_to_table(lower(left(btrim(q), 100)), '[^[:alnum:]@._-]+') as word
        where word ~ '[[:alnum:]]' limit 8) as words;
    if looked_for is null then return; end if;
    sought := sought || format(' and a.search_words @@ %L::tsquery', looked_for);
  end if;
  if question <> '' then
    sought := sought || format(' and a.answers_given @> array[%L]',
      md5(question || case when answer = '' then '' else E'\x1f' || answer end));
  end if;
  foreach company in array private.own_companies('viewer') loop
    here := null;
    own := ' from public.applications as a where a.company_id = ' || quote_literal(company);
    if sought = '' then
      execute 'select array_agg(f.id) from (select a.id' || own || fixed || sorted || size || ') as f' into here;
    else
      execute 'select count(*), (array_agg(a.id order by a.applied_at desc, a.id desc) filter (where true' || sought
          || '))[1:' || size || '] from (select a.*' || own || fixed || sorted || newest || ') as a'
        into walked, here;
      -- Offset 0: what is rare is found first by itself, and then sorted.
      if walked >= newest and coalesce(cardinality(here), 0) < size then
        execute 'select array_agg(f.id) from (select a.id from (select a.*' || own || sought || ' offset 0) as a where true'
            || fixed || sorted || size || ') as f'
          into here;
      end if;
    end if;
    found_ids := found_ids || here;
  end loop;
  return query
    select a.id, a.job_id, a.job_title, a.name, a.place, a.state, a.state_at, a.applied_at, a.answered_at, a.looked_at,
      a.leaves_at, a.spam_at, a.meets_needs, a.applicant_id is null, a.is_verified,
      exists (select from public.application_stars as s where s.application_id = a.id and s.user_id = auth.uid()),
      a.stars, (select count(*)::integer from public.application_notes as n where n.application_id = a.id),
      a.email, a.phone, a.note, a.answers
    from public.applications as a where a.id = any (found_ids)
    order by a.applied_at desc, a.id desc limit size;
end $$;

-- An answer that was taken back within the minute in which its mail still waits has told nobody anything.
create function private.answered_before(application uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(e.at) from (
    select s.at, s.kind, s.state, coalesce(lead(s.at) over (partition by s.kind order by s.at, s.id), now()) as until
    from public.application_events as s
    where s.application_id = application and s.kind in ('message', 'state')) as e
  where e.kind = 'message'
    or e.state in ('interview', 'offer', 'hired', 'declined') and e.until - e.at >= interval '1 minute'
$$;
revoke execute on function private.answered_before(uuid) from public;

create or replace function private.set_application_state(application uuid, wanted text, words text default null)
returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  it public.applications;
  event bigint;
begin
  if wanted is null or wanted not in ('new', 'review', 'interview', 'offer', 'hired', 'declined') then
    raise exception using errcode = 'PT400', message = 'There is no such state.';
  end if;
  if not private.own_side_of(application, 'recruiter') then
    raise exception using errcode = 'PT404', message = 'This application is not one of yours.';
  end if;
  select a.* into it from public.applications as a where a.id = application for update;
  if it.state = wanted then return false; end if;
  if it.state = 'withdrawn' or it.leaves_at is not null then
    raise exception using errcode = 'PT409', message = 'This application was taken back.', detail = it.state;
  end if;
  update public.applications as a set state = wanted, state_at = now(),
      answered_at = case when wanted in ('interview', 'offer', 'hired', 'declined') then coalesce(a.answered_at, now())
        when a.answered_at is not null then private.answered_before(a.id) end
    where a.id = application;
  insert into public.application_events (application_id, kind, state, made_by, words)
    values (application, 'state', wanted, auth.uid(), words) returning id into event;
  -- A minute to take a slip back, and one mail for what happens meanwhile.
  if wanted <> 'new' and it.spam_at is null then
    perform queue.add('application-mail', json_build_object('applicationId', application, 'eventId', event),
      'application state ' || application, now() + interval '1 minute');
  else
    perform private.drop_from_queue('application state ' || application);
  end if;
  return true;
end $$;

-- Spam does not count, but for what a company could make of that: a mark after the fourteen days, and more than one
-- in five, count as applications without an answer.
drop index public.applications_answers;
create index applications_answers on public.applications (company_id, applied_at desc)
  include (answered_at, state, spam_at, applicant_id) where state not in ('unconfirmed', 'withdrawn');
create or replace function public.company_answers(company uuid)
returns table (applications integer, answered_share numeric, usual_days integer)
language sql stable security definer set search_path = '' as $$
  select counted.many, round(counted.answered::numeric / counted.many, 2), counted.days
  from (
    select sums.asked + greatest(0, sums.spam - sums.asked / 4) as many, sums.answered, sums.days
    from (
      select (count(*) filter (where not one.is_spam))::integer as asked,
        (count(*) filter (where one.is_spam and one.answered_at is null))::integer as spam,
        (count(one.answered_at) filter (where not one.is_spam))::integer as answered,
        ceil(percentile_cont(0.5) within group (order by extract(epoch from one.answered_at - one.applied_at) / 86400)
          filter (where not one.is_spam))::integer as days
      from (
        select a.applied_at, a.answered_at,
          a.spam_at is not null and (a.spam_at < a.applied_at + interval '14 days' or a.answered_at is not null) as is_spam
        from public.applications as a
        where a.company_id = company and a.state not in ('unconfirmed', 'withdrawn')
          and (a.answered_at is not null or a.applied_at < now() - interval '14 days')
          and not exists (select from private.company_people as p
            where p.company_id = a.company_id and p.user_id = a.applicant_id)
        order by a.applied_at desc limit 500) as one) as sums) as counted
  where counted.many >= 10
$$;

-- That a company calls it spam is no business of who applied: they hear of silence and of the end as everybody does.
-- Who wants mails at once hears of silence as those do who read a digest.
create or replace function private.tell_silent(many integer) returns integer
language sql volatile security definer set search_path = '' as $$
  with told as (
    update public.applications as a set silence_told_at = now()
      where a.id in (select w.id from public.applications as w
        where w.answered_at is null and w.silence_told_at is null and w.state in ('new', 'review')
          and w.applied_at < now() - interval '14 days' and w.leaves_at is null
        order by w.applied_at, w.id limit many for update skip locked)
      returning a.id, a.company_id, a.applicant_id, a.spam_at
  ), said as (
    insert into public.application_events (application_id, kind) select id, 'silent' from told returning id, application_id
  ), asked as (
    select queue.add('application-mail', json_build_object('applicationId', application_id, 'eventId', id)) from said
  ), hurried as (
    select queue.add('recruiter-mail', json_build_object('userId', m.user_id),
        'recruiter mail ' || m.user_id, now() + interval '5 minutes')
      from public.company_members as m join public.application_mail_settings as s on s.user_id = m.user_id
      where m.role in ('admin', 'recruiter') and s.mails = 'at-once' and exists (select from told
        where told.company_id = m.company_id and told.spam_at is null and told.applicant_id is distinct from m.user_id)
  )
  select (select count(*) from told)::integer + 0 * (select count(*) from asked)::integer
    + 0 * (select count(*) from hurried)::integer
$$;
create or replace function private.tell_closed(many integer) returns integer
language sql volatile security definer set search_path = '' as $$
  with told as (
    update public.applications as a set closing_since = null
      where a.id in (select w.id from public.applications as w
          where w.closing_since < now() - interval '9 minutes'
          order by w.closing_since, w.id limit many for update skip locked)
      returning a.id, a.state in ('new', 'review', 'interview', 'offer') and a.leaves_at is null as waits
  ), said as (
    insert into public.application_events (application_id, kind) select id, 'closed' from told where waits
      returning id, application_id
  ), asked as (
    select queue.add('application-mail', json_build_object('applicationId', application_id, 'eventId', id)) from said
  )
  select (select count(*) from told)::integer + 0 * (select count(*) from asked)::integer
$$;
create or replace function private.close_applications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.is_active and new.filled_at is null and not new.is_past then
    update public.applications set closing_since = null where job_id = new.id and closing_since is not null;
    return new;
  end if;
  update public.applications as a set closing_since = now()
    where a.job_id = old.id and a.state in ('new', 'review', 'interview', 'offer')
      and a.leaves_at is null and a.closing_since is null and not exists (
        select from public.application_events as e where e.application_id = a.id and e.kind = 'closed');
  if found then
    perform queue.add('tell-closed', '{}', 'tell-closed', now() + interval '10 minutes');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create or replace function private.tell_of_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('application-ended', json_build_object('to', coalesce(u.email, a.email),
      'title', a.job_title, 'company', a.company_name))
    from public.applications as a
    left join private.accounts as u on u.id = a.applicant_id
    left join public.message_settings as o on o.user_id = a.applicant_id
    where a.company_id = old.id and a.state in ('new', 'review', 'interview', 'offer')
      and a.leaves_at is null and a.wants_mails and coalesce(o.application_mails, true)
      and not exists (select from public.application_events as e
        where e.application_id = a.id and e.kind = 'closed');
  return old;
end $$;

-- Who has deleted an application has none there, and may send another one. Twice is enough until the first is gone.
drop index public.applications_once, public.applications_once_by_address;
create unique index applications_once on public.applications (job_id, applicant_id)
  where applicant_id is not null and leaves_at is null;
create unique index applications_once_by_address on public.applications (job_id, email)
  where state <> 'unconfirmed' and leaves_at is null;
create function private.deleted_twice(job uuid, person uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= 2 from public.applications as a
  where a.job_id = job and a.leaves_at is not null and (a.applicant_id = person or a.email = address)
$$;
revoke execute on function private.deleted_twice(uuid, uuid, text) from public;

create or replace function private.apply_for_job(job uuid, given jsonb, with_profile boolean, with_resume boolean)
returns table (application_id uuid, is_repeat boolean)
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
  address text;
  resume uuid;
  sent jsonb;
begin
  if person is null then perform private.refuse('no_authorization'); end if;
  if not auth.has_proved_mailbox(person) then perform private.refuse('confirm_address_first'); end if;
  perform pg_advisory_xact_lock(hashtextextended('applications of ' || person, 0));
  perform private.claim_applications(person);
  select lower(u.email) into address from auth.users as u where u.id = person;
  return query select a.id, true from public.applications as a
    where a.job_id = job and a.leaves_at is null
      and (a.applicant_id = person or a.email = address and a.state <> 'unconfirmed');
  if found then return; end if;
  if private.deleted_twice(job, person, address) then perform private.refuse('deleted_twice'); end if;
  if (select count(*) from public.applications as a
    where a.applicant_id = person and a.applied_at > now() - interval '1 day') >= 30
  then perform private.refuse('too_many_applications'); end if;
  if with_resume then
    select r.id into resume from public.resumes as r where r.user_id = person and r.is_current for share;
  end if;
  if with_profile then sent := private.profile_as_sent(person); end if;
  application_id := private.write_application(job, person, given || jsonb_build_object('email', address), resume,
    sent, 'new');
  is_repeat := false;
  perform private.tell_applicant(application_id, 'applied', 'new');
  return next;
end $$;

create or replace function private.claim_applications(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  claimed uuid[];
begin
  if not auth.has_proved_mailbox(person) then return; end if;
  select lower(u.email) into address from auth.users as u where u.id = person;
  with taken as (
    update public.applications as a set applicant_id = person
      where a.email = address and a.applicant_id is null and a.state <> 'unconfirmed' and a.leaves_at is null
        and not exists (select from public.applications as own
          where own.applicant_id = person and own.job_id = a.job_id and own.leaves_at is null)
      returning a.id
  )
  select array_agg(t.id) into claimed from taken as t;
  if claimed is null then return; end if;
  update public.resumes as r set user_id = person
    from public.applications as a where a.id = any (claimed) and r.id = a.resume_id and r.user_id is null;
  perform private.take_letters_along(a.id) from public.applications as a
    where a.id = any (claimed) order by a.applied_at;
end $$;

create or replace function private.application_by_link(hash text, act text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  it public.applications;
  done text;
begin
  select a.* into it
    from private.application_tokens as t join public.applications as a on a.id = t.application_id
    where t.token_hash = hash and a.leaves_at is null and case a.state
      when 'unconfirmed' then a.applied_at > now() - interval '1 day'
      else t.created_at > now() - interval '1 year' end
    for update of a;
  if not found then return null; end if;
  if act = 'confirm' and it.state = 'unconfirmed' then
    if not exists (select from private.live_jobs as l where l.id = it.job_id) then
      done := 'closed';
    elsif private.deleted_twice(it.job_id, it.applicant_id, it.email) then
      done := 'twice';
    else
      begin
        update public.applications set state = 'new', state_at = now(), applied_at = now() where id = it.id;
        perform private.tell_applicant(it.id, 'applied', 'new');
        done := 'confirmed';
      exception when unique_violation then done := 'before';
      end;
    end if;
  elsif act = 'withdraw' then
    if private.withdraw(it.id) then done := 'withdrawn'; end if;
  elsif act = 'delete' then
    perform private.take_back(array[it.id]);
    done := 'deleted';
  elsif act = 'quiet' then
    update public.applications set wants_mails = false where id = it.id;
    insert into public.message_settings (user_id, application_mails)
      select it.applicant_id, false where it.applicant_id is not null
      on conflict (user_id) do update set application_mails = false;
    done := 'quiet';
  end if;
  return jsonb_build_object('done', done, 'title', it.job_title, 'company', it.company_name, 'job_id', it.job_id,
    'state', coalesce((select a.state from public.applications as a where a.id = it.id), it.state),
    'applied_at', it.applied_at, 'looked_at', it.looked_at, 'answered_at', it.answered_at,
    'name', it.name, 'email', it.email, 'phone', it.phone, 'place', it.place, 'note', it.note,
    'answers', (select coalesce(jsonb_agg(e - 'meets'), '[]') from jsonb_array_elements(it.answers) as e),
    'file_name', (select r.file_name from public.resumes as r where r.id = it.resume_id),
    'usual_days', private.usual_days(it.company_id),
    'has_account', it.applicant_id is not null);
end $$;

-- As before; the way to the conversation is there for each of the team that shares it.
create or replace function public.read_application(application uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', a.id, 'job_id', a.job_id, 'job_title', a.job_title, 'company_id', a.company_id, 'company_name', a.company_name,
    'name', a.name, 'email', a.email, 'phone', a.phone, 'place', a.place, 'note', a.note, 'profile', a.profile,
    'answers', a.answers, 'meets_needs', a.meets_needs, 'state', a.state, 'state_at', a.state_at,
    'applied_at', a.applied_at, 'answered_at', a.answered_at, 'looked_at', a.looked_at, 'spam_at', a.spam_at,
    'silence_told_at', a.silence_told_at, 'leaves_at', a.leaves_at, 'is_guest', a.applicant_id is null,
    'may_act', a.company_id = any (private.own_companies('recruiter')),
    'resume', (select jsonb_build_object('id', r.id, 'file_name', r.file_name, 'bytes', r.bytes, 'object_name', r.object_name)
      from public.resumes as r where r.id = a.resume_id),
    'verified', coalesce((select p.verified from public.candidate_profiles as p
      where p.user_id = a.applicant_id and a.profile is not null), '[]'),
    'conversation_id', (select c.id from public.conversations as c
      where c.candidate_id = a.applicant_id
        and (c.company_id = a.company_id or c.company_id is null and c.member_id = auth.uid())
        and private.side_of(c) = 'member'
      order by c.company_id nulls last limit 1),
    'is_starred', exists (select from public.application_stars as s
      where s.application_id = a.id and s.user_id = auth.uid()),
    'stars', (select coalesce(jsonb_agg(private.called(s.user_id) order by s.user_id), '[]')
      from public.application_stars as s where s.application_id = a.id),
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'created_at', n.created_at,
        'by', coalesce(private.called(n.author_id), 'Somebody who has left'), 'is_mine', n.author_id = auth.uid())
        order by n.created_at desc, n.id), '[]')
      from public.application_notes as n where n.application_id = a.id),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'at', e.at, 'kind', e.kind, 'state', e.state,
        'words', e.words, 'by', private.called(e.made_by)) order by e.at desc, e.id desc), '[]')
      from (select * from public.application_events as e where e.application_id = a.id
        order by e.at desc, e.id desc limit 200) as e))
  from public.applications as a
  where a.id = application and private.own_side_of(application, 'viewer')
$$;
