-- The company's half of applications: states, answers, what is told by itself, and figures. Decision 99.

-- Whoever applied to their own company is an applicant there, and no member of the team.
drop policy "people read the applications to their company" on public.applications;
create policy "people read the applications to their company" on public.applications for select to authenticated
  using (state <> 'unconfirmed' and applicant_id is distinct from (select auth.uid())
    and company_id = any ((select private.own_companies('viewer'))::uuid[]));

-- What the company said with it, in its own words.
alter table public.application_events add column words text check (char_length(words) between 1 and 5000);
create trigger before_1_plain_text before insert or update on public.application_events
  for each row execute function private.make_plain_text();
create index application_events_said on public.application_events (made_by, at) where kind = 'message';
-- The posting is over, and this person is still to hear it.
alter table public.applications add column closing_since timestamptz;
create index applications_closing on public.applications (closing_since) where closing_since is not null;
create index applications_answers on public.applications (company_id, applied_at desc)
  include (answered_at, state, spam_at) where state not in ('unconfirmed', 'withdrawn') and spam_at is null;
-- Words by which people look for somebody.
create function private.application_words(name text, email text, place text, title text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select pg_catalog.to_tsvector('pg_catalog.simple'::regconfig,
    name || ' ' || email || ' ' || replace(email, '@', ' ') || ' ' || coalesce(place, '') || ' ' || title)
$$;
grant execute on function private.application_words(text, text, text, text) to service_role;
alter table public.applications add column search_words tsvector
  generated always as (private.application_words(name, email, place, job_title)) stored;
create index applications_search_words on public.applications using gin (search_words);

-- Answers that a company says often. {name} and {job} stand for the applicant's.
create table public.application_templates (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  body text not null check (char_length(body) between 1 and 2000),
  created_by uuid references auth.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now(),
  constraint application_templates_name_once unique (company_id, name)
);
create index application_templates_created_by on public.application_templates (created_by);
alter table public.application_templates enable row level security;
revoke all on public.application_templates from anon, authenticated;
create policy "the team reads its templates" on public.application_templates for select to authenticated
  using (company_id = any ((select private.own_companies('viewer'))::uuid[]));
create policy "recruiters write templates" on public.application_templates for insert to authenticated
  with check (created_by = (select auth.uid())
    and company_id = any ((select private.own_companies('recruiter'))::uuid[]));
create policy "recruiters change templates" on public.application_templates for update to authenticated
  using (company_id = any ((select private.own_companies('recruiter'))::uuid[]))
  with check (company_id = any ((select private.own_companies('recruiter'))::uuid[]));
create policy "recruiters remove templates" on public.application_templates for delete to authenticated
  using (company_id = any ((select private.own_companies('recruiter'))::uuid[]));
grant select, delete on public.application_templates to authenticated;
grant insert (company_id, name, body), update (name, body) on public.application_templates to authenticated;
create trigger before_1_plain_text before insert or update on public.application_templates
  for each row execute function private.make_plain_text();
create function private.limit_templates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('templates ' || new.company_id, 0));
  if (select count(*) from public.application_templates as t where t.company_id = new.company_id) >= 50 then
    raise exception using errcode = 'PT409', message = 'A company keeps up to 50 templates. Remove one first.';
  end if;
  return new;
end $$;
create trigger before_2_limit_templates before insert on public.application_templates
  for each row execute function private.limit_templates();

-- Notes and stars are the team's, and few enough to be read.
create function private.limit_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notes ' || new.application_id, 0));
  if (select count(*) from public.application_notes as n where n.application_id = new.application_id) >= 200 then
    raise exception using errcode = 'PT409', message = 'There are 200 notes on this application. Remove one first.';
  end if;
  return new;
end $$;
create trigger before_2_limit_notes before insert on public.application_notes
  for each row execute function private.limit_notes();

-- What was left in the queue under a name, and has not begun.
create function private.drop_from_queue(key text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform graphile_worker.remove_job(key);
end $$;
revoke execute on function private.drop_from_queue(text) from public;

-- Every change of a state by the company. `words`: what it says with it. True where something changed.
create function private.set_application_state(application uuid, wanted text, words text default null)
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
      answered_at = case when wanted in ('interview', 'offer', 'hired', 'declined')
        then coalesce(a.answered_at, now()) else a.answered_at end
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
revoke execute on function private.set_application_state(uuid, text, text) from public;

-- `seen`: the state that the caller had before them. Whoever comes second is told.
create function public.move_application(application uuid, seen text, wanted text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  present text;
begin
  if not private.own_side_of(application, 'recruiter') then
    raise exception using errcode = 'PT404', message = 'This application is not one of yours.';
  end if;
  select a.state into present from public.applications as a where a.id = application for update;
  if present is distinct from seen and present is distinct from wanted then
    raise exception using errcode = 'PT409', message = 'Somebody has moved this application meanwhile.',
      detail = present;
  end if;
  perform private.set_application_state(application, wanted);
  return wanted;
end $$;

-- What a template says to one applicant.
create function private.fill_template(words text, name text, job text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select left(replace(replace(words, '{job}', job), '{name}', name), 5000)
$$;

-- All or none; those that are over, or not the caller's, are left out. How many were declined.
create function public.decline_applications(applications uuid[], words text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  it record;
  done integer := 0;
  said text := private.trimmed(private.plain_text(words));
begin
  if coalesce(cardinality(applications), 0) not between 1 and 200 then
    raise exception using errcode = 'PT400', message = 'Choose between 1 and 200 applications.';
  end if;
  if char_length(coalesce(said, '')) not between 1 and 2000 then
    raise exception using errcode = 'PT400', message = 'Write a sentence of up to 2,000 characters.';
  end if;
  for it in
    select a.id, a.name, a.job_title from public.applications as a
      where a.id = any (applications) and a.state in ('new', 'review', 'interview', 'offer')
        and a.leaves_at is null and a.applicant_id is distinct from auth.uid()
        and a.company_id = any (private.own_companies('recruiter'))
      order by a.id for update
  loop
    if private.set_application_state(it.id, 'declined', private.fill_template(said, it.name, it.job_title)) then
      done := done + 1;
    end if;
  end loop;
  return done;
end $$;

-- Opening one says so to the applicant; once an hour is enough.
create function public.look_at_application(application uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.applications as a set looked_at = now()
    where a.id = application and (a.looked_at is null or a.looked_at < now() - interval '1 hour')
      and private.own_side_of(application, 'viewer')
$$;

create function public.mark_application_spam(application uuid, is_spam boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.own_side_of(application, 'recruiter') then
    raise exception using errcode = 'PT404', message = 'This application is not one of yours.';
  end if;
  update public.applications as a set spam_at = case when is_spam then coalesce(a.spam_at, now()) end
    where a.id = application;
  if is_spam then perform private.drop_from_queue('application state ' || application); end if;
end $$;

-- The team's own words for its people; the applicant reads of the company alone.
create function private.called(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), u.email)
  from auth.users as u where u.id = person
$$;
revoke execute on function private.called(uuid) from public;

-- All about one, for the team.
create function public.read_application(application uuid) returns jsonb
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
    'verified', coalesce((select p.verified from public.candidate_profiles as p where p.user_id = a.applicant_id), '[]'),
    'conversation_id', (select c.id from public.conversations as c
      where c.candidate_id = a.applicant_id and c.member_id = auth.uid()),
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

-- A page of the inbox, newest first; those that meet what was asked for stand before the others of a state.
-- Each company of the caller's is asked by itself, so that the index gives the order.
create function public.list_applications(job uuid default null, standing text default '', needs text default '',
  verified boolean default false, near text default '', starred boolean default false, q text default '',
  question text default '', answer text default '', spam boolean default false, after_at timestamptz default null, after_id uuid default null,
  size integer default 30)
returns table (id uuid, job_id uuid, job_title text, name text, place text, state text, state_at timestamptz,
  applied_at timestamptz, answered_at timestamptz, looked_at timestamptz, leaves_at timestamptz, spam_at timestamptz,
  meets_needs boolean, is_guest boolean, is_verified boolean, is_starred boolean, stars integer, notes integer, email text,
  phone text, note text, answers jsonb)
language plpgsql stable security definer set search_path = '' rows 30 as $$
declare
  where_ text := ' and a.applicant_id is distinct from auth.uid()';
  like_place text;
  looked_for tsquery;
begin
  if size not between 1 and 1000 then raise exception using errcode = 'PT400', message = 'A page has up to 1,000.'; end if;
  where_ := where_ || case when spam then ' and a.spam_at is not null' else ' and a.spam_at is null' end;
  where_ := where_ || case
    when standing = '' then ' and a.state <> ''unconfirmed'''
    when standing = 'open' then ' and a.state in (''new'', ''review'', ''interview'', ''offer'')'
    else format(' and a.state = %L and a.state <> ''unconfirmed''', standing) end;
  if job is not null then where_ := where_ || ' and a.job_id = $2'; end if;
  if needs in ('yes', 'no') then where_ := where_ || ' and a.meets_needs = ' || case needs when 'yes' then 'true' else 'false' end; end if;
  if starred then where_ := where_
    || ' and exists (select from public.application_stars as s where s.application_id = a.id)'; end if;
  if verified then where_ := where_ || ' and exists (select from public.candidate_profiles as p
    where p.user_id = a.applicant_id and p.verified <> ''[]'')'; end if;
  if btrim(near) <> '' then
    like_place := '%' || regexp_replace(left(btrim(near), 100), '([%_\\])', '\\\1', 'g') || '%';
    where_ := where_ || ' and a.place ilike $3';
  end if;
  if btrim(q) <> '' then
    select string_agg('''' || replace(replace(word, '\', ''), '''', '') || ''':*', ' & ')::tsquery into looked_for
      from (select word from regexp_split_to_table(lower(left(btrim(q), 100)), '[^[:alnum:]@._-]+') as word
        where word ~ '[[:alnum:]]' limit 8) as words;
    if looked_for is null then return; end if;
    where_ := where_ || ' and a.search_words @@ $4';
  end if;
  if question <> '' then
    where_ := where_ || ' and a.answers @> $5';
  end if;
  if after_at is not null and after_id is not null then where_ := where_ || ' and (a.applied_at, a.id) < ($6, $7)'; end if;
  return query execute
    'select f.id, f.job_id, f.job_title, f.name, f.place, f.state, f.state_at, f.applied_at, f.answered_at, f.looked_at,
      f.leaves_at, f.spam_at, f.meets_needs, f.applicant_id is null,
      coalesce((select p.verified <> ''[]'' from public.candidate_profiles as p where p.user_id = f.applicant_id), false),
      exists (select from public.application_stars as s where s.application_id = f.id and s.user_id = auth.uid()),
      (select count(*)::integer from public.application_stars as s where s.application_id = f.id),
      (select count(*)::integer from public.application_notes as n where n.application_id = f.id),
      f.email, f.phone, f.note, f.answers
    from unnest($1) as own (company) cross join lateral (
      select a.* from public.applications as a where a.company_id = own.company' || where_
    || ' order by a.applied_at desc, a.id desc limit $8) as f
    order by f.applied_at desc, f.id desc limit $8'
    using private.own_companies('viewer'), job, like_place, looked_for,
      jsonb_build_array(jsonb_build_object('question', question) || case when answer = '' then '{}'::jsonb
        else jsonb_build_object('answer', answer) end),
      after_at, after_id, size;
end $$;

-- How many stand where, as far as a column says it; the postings and questions to choose from.
create function public.count_applications(job uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(s.state, s.many), '{}') from (
    select wanted.state, sum(found.many)::integer as many
    from unnest(array['new', 'review', 'interview', 'offer', 'hired', 'declined', 'withdrawn']) as wanted (state)
    cross join unnest(private.own_companies('viewer')) as own (company)
    cross join lateral (select count(*) as many from (
      select from public.applications as a
        where a.company_id = own.company and a.state = wanted.state and a.spam_at is null
          and (job is null or a.job_id = job) and a.applicant_id is distinct from auth.uid()
        limit 100) as those) as found
    group by wanted.state) as s
$$;
create function public.postings_with_applications() returns table (id uuid, title text, company text, waiting integer)
language sql stable security definer set search_path = '' as $$
  select j.id, j.title, j.company, (select count(*)::integer from (
      select from public.applications as a where a.job_id = j.id and a.state = 'new' and a.spam_at is null limit 100) as w)
  from public.jobs as j
  where j.company_id = any (private.own_companies('viewer')) and (j.applies_here
    or exists (select from public.applications as a where a.job_id = j.id))
  order by j.created_at desc, j.id limit 200
$$;
revoke execute on function public.move_application(uuid, text, text),
  public.decline_applications(uuid[], text), public.look_at_application(uuid), public.mark_application_spam(uuid, boolean),
  public.read_application(uuid), public.list_applications(uuid, text, text, boolean, text, boolean, text, text, text,
    boolean, timestamptz, uuid, integer), public.count_applications(uuid), public.postings_with_applications()
  from public, anon;
grant execute on function public.move_application(uuid, text, text),
  public.decline_applications(uuid[], text), public.look_at_application(uuid), public.mark_application_spam(uuid, boolean),
  public.read_application(uuid), public.list_applications(uuid, text, text, boolean, text, boolean, text, text, text,
    boolean, timestamptz, uuid, integer), public.count_applications(uuid), public.postings_with_applications()
  to authenticated;

-- How a company answers: of its last 500 applications that were answered, or have waited for 14 days. Spam and
-- withdrawals do not count; nothing is said before there are ten.
create function public.company_answers(company uuid)
returns table (applications integer, answered_share numeric, usual_days integer)
language sql stable security definer set search_path = '' as $$
  select count(*)::integer, round(count(answered_at)::numeric / count(*), 2),
    ceil(percentile_cont(0.5) within group (order by extract(epoch from answered_at - applied_at) / 86400))::integer
  from (
    select a.applied_at, a.answered_at from public.applications as a
    where a.company_id = company and a.state not in ('unconfirmed', 'withdrawn') and a.spam_at is null
      and (a.answered_at is not null or a.applied_at < now() - interval '14 days')
    order by a.applied_at desc limit 500) as counted
  having count(*) >= 10
$$;
grant execute on function public.company_answers(uuid) to anon, authenticated, service_role;

-- A posting that is over says so to all who wait, once. Ten minutes to take it back.
create function private.close_applications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.is_active and new.filled_at is null and not new.is_past then
    update public.applications set closing_since = null where job_id = new.id and closing_since is not null;
    return new;
  end if;
  update public.applications as a set closing_since = now()
    where a.job_id = old.id and a.state in ('new', 'review', 'interview', 'offer') and a.spam_at is null
      and a.leaves_at is null and a.closing_since is null and not exists (
        select from public.application_events as e where e.application_id = a.id and e.kind = 'closed');
  if found then
    perform queue.add('tell-closed', '{}', 'tell-closed', now() + interval '10 minutes');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger close_applications_of_removed before delete on public.jobs
  for each row when (old.applies_here) execute function private.close_applications();
create trigger close_applications after update of is_active, filled_at, is_past, closed_at on public.jobs
  for each row when (new.applies_here and (new.is_active, new.filled_at is null, new.is_past)
    is distinct from (old.is_active, old.filled_at is null, old.is_past))
  execute function private.close_applications();

-- Some of those who are still to hear that a posting is over. How many there were.
create function private.tell_closed(many integer) returns integer
language sql volatile security definer set search_path = '' as $$
  with told as (
    update public.applications as a set closing_since = null
      where a.id in (select w.id from public.applications as w
          where w.closing_since < now() - interval '9 minutes'
          order by w.closing_since, w.id limit many for update skip locked)
      returning a.id, a.state in ('new', 'review', 'interview', 'offer') and a.spam_at is null and a.leaves_at is null as waits
  ), said as (
    insert into public.application_events (application_id, kind) select id, 'closed' from told where waits
      returning id, application_id
  ), asked as (
    select queue.add('application-mail', json_build_object('applicationId', application_id, 'eventId', id)) from said
  )
  select (select count(*) from told)::integer + 0 * (select count(*) from asked)::integer
$$;

-- Some of those that nobody has answered for 14 days: both sides hear it, once.
create function private.tell_silent(many integer) returns integer
language sql volatile security definer set search_path = '' as $$
  with told as (
    update public.applications as a set silence_told_at = now()
      where a.id in (select w.id from public.applications as w
        where w.answered_at is null and w.silence_told_at is null and w.state in ('new', 'review')
          and w.applied_at < now() - interval '14 days' and w.spam_at is null and w.leaves_at is null
        order by w.applied_at, w.id limit many for update skip locked)
      returning a.id
  ), said as (
    insert into public.application_events (application_id, kind) select id, 'silent' from told returning id, application_id
  ), asked as (
    select queue.add('application-mail', json_build_object('applicationId', application_id, 'eventId', id)) from said
  )
  select (select count(*) from told)::integer + 0 * (select count(*) from asked)::integer
$$;
revoke execute on function private.tell_closed(integer), private.tell_silent(integer) from public;
grant execute on function private.tell_closed(integer), private.tell_silent(integer) to service_role;
