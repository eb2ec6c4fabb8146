-- A company with very many applications waits no longer for them than one with few; and what a team and its
-- applicants are still to hear. Decision 99.

-- What the list is narrowed to, on the row itself, so that an index finds it.
alter table public.applications
  add column stars integer not null default 0,
  add column is_verified boolean not null default false;
update public.applications as a set
  stars = (select count(*) from public.application_stars as s where s.application_id = a.id),
  is_verified = exists (select from public.candidate_profiles as p
    where p.user_id = a.applicant_id and p.verified <> '[]');

create function private.count_stars() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.applications as a set stars = a.stars + case tg_op when 'INSERT' then 1 else -1 end
    where a.id = coalesce(new.application_id, old.application_id);
  return null;
end $$;
create trigger count_stars after insert or delete on public.application_stars
  for each row execute function private.count_stars();

create function private.keep_verified_applicant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.is_verified := exists (select from public.candidate_profiles as p
    where p.user_id = new.applicant_id and p.verified <> '[]');
  return new;
end $$;
create trigger before_3_keep_verified_applicant before insert or update of applicant_id on public.applications
  for each row execute function private.keep_verified_applicant();
create function private.tell_applications_of_seals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
  has_some boolean := tg_op <> 'DELETE' and new.verified <> '[]';
begin
  update public.applications as a set is_verified = has_some
    where a.applicant_id = person and a.is_verified <> has_some;
  return null;
end $$;
create trigger tell_applications_of_seals after insert or delete or update of verified on public.candidate_profiles
  for each row execute function private.tell_applications_of_seals();

create index applications_starred on public.applications (company_id, applied_at desc, id desc) where stars > 0;
create index applications_verified on public.applications (company_id, applied_at desc, id desc) where is_verified;
create index applications_without_needs on public.applications (company_id, applied_at desc, id desc)
  where not meets_needs;
create index applications_spam on public.applications (company_id, applied_at desc, id desc)
  where spam_at is not null;
create index applications_silent on public.applications (company_id, silence_told_at)
  where silence_told_at is not null and answered_at is null;
create index applications_counted on public.applications (job_id, state) include (answered_at, applied_at)
  where state <> 'unconfirmed' and spam_at is null;
create index applications_standing on public.applications (company_id, state) include (applicant_id)
  where state <> 'unconfirmed' and spam_at is null;
create index applications_place on public.applications using gin (place extensions.gin_trgm_ops);
-- Each question that was answered, and each with its answer: as fingerprints, because a key has a limit.
create function private.answers_given(answers jsonb) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(md5(e ->> 'question')) || array_agg(md5((e ->> 'question') || E'\x1f' || (e ->> 'answer'))), '{}')
  from jsonb_array_elements(answers) as e
$$;
grant execute on function private.answers_given(jsonb) to service_role;
alter table public.applications add column answers_given text[]
  generated always as (private.answers_given(answers)) stored;
create index applications_answers_given on public.applications using gin (answers_given);

-- As before. Each company is asked by itself and by its own name, so that the planner knows how many it has. Words,
-- places and answers are first looked for among the newest: what is common stands there, and what is rare is found by
-- its own index.
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

-- As before; one posting's by the index of postings.
create or replace function public.count_applications(job uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(s.state, s.many), '{}') from (
    select wanted.state, sum(found.many)::integer as many
    from unnest(array['new', 'review', 'interview', 'offer', 'hired', 'declined', 'withdrawn']) as wanted (state)
    cross join unnest(private.own_companies('viewer')) as own (company)
    cross join lateral (
      select count(*) as many from (
        select from public.applications as a
          where job is null and a.company_id = own.company and a.state = wanted.state and a.spam_at is null
            and a.state <> 'unconfirmed' and a.applicant_id is distinct from (select auth.uid())
          limit 100) as those
      union all
      select count(*) from (
        select from (select a.company_id from public.applications as a
            where a.job_id = count_applications.job and a.state = wanted.state and a.spam_at is null
              and a.state <> 'unconfirmed' and a.applicant_id is distinct from auth.uid() offset 0) as a
          where a.company_id = own.company
          limit 100) as those) as found
    group by wanted.state) as s
$$;

-- As before; news and silences each by their own index.
create or replace function private.digests_due(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct m.user_id
  from public.company_members as m
  left join public.application_mail_settings as s on s.user_id = m.user_id
  left join private.application_digests as d on d.user_id = m.user_id
  cross join lateral (select coalesce(d.told_up_to, m.joined_at) as since) as known
  where m.role in ('admin', 'recruiter') and coalesce(s.mails, 'digest') = 'digest'
    and extract(hour from moment at time zone coalesce(s.time_zone, 'America/New_York')) = coalesce(s.hour, 8)
    and (d.sent_at is null or d.sent_at < moment - interval '20 hours')
    and m.user_id not in (select private.banned_people())
    and (exists (select from public.applications as a where a.company_id = m.company_id
        and a.applicant_id is distinct from m.user_id and a.spam_at is null
        and a.state <> 'unconfirmed' and a.applied_at > known.since and a.applied_at <= moment)
      or exists (select from public.applications as a where a.company_id = m.company_id
        and a.applicant_id is distinct from m.user_id and a.spam_at is null
        and a.silence_told_at > known.since and a.silence_told_at <= moment and a.answered_at is null))
$$;
create or replace function private.digest_of(person uuid, moment timestamptz)
returns table (address text, job_id uuid, title text, company text, arrived integer, silent integer)
language sql stable security definer set search_path = '' as $$
  select u.email, a.job_id, max(a.job_title), max(a.company_name),
    (count(*) filter (where a.is_new))::integer, (count(*) filter (where not a.is_new))::integer
  from public.company_members as m
  join private.accounts as u on u.id = m.user_id
  left join private.application_digests as d on d.user_id = m.user_id
  left join public.application_mail_settings as s on s.user_id = m.user_id
  cross join lateral (select coalesce(d.told_up_to, m.joined_at) as since) as known
  cross join lateral (
    select n.job_id, n.job_title, n.company_name, true as is_new from public.applications as n
      where n.company_id = m.company_id and n.state <> 'unconfirmed' and n.spam_at is null
        and n.applicant_id is distinct from m.user_id and n.applied_at > known.since and n.applied_at <= moment
    union all
    select n.job_id, n.job_title, n.company_name, false from public.applications as n
      where n.company_id = m.company_id and n.state <> 'unconfirmed' and n.spam_at is null
        and n.applicant_id is distinct from m.user_id and n.silence_told_at > known.since
        and n.silence_told_at <= moment and n.answered_at is null) as a
  where m.user_id = person and m.role in ('admin', 'recruiter') and coalesce(s.mails, 'digest') <> 'off'
    and m.user_id not in (select private.banned_people())
  group by u.email, a.job_id, m.company_id
  order by 5 desc, 3 limit 50
$$;

-- As before; how fast a company answers is counted once, however often somebody applied to it.
create or replace function public.own_applications() returns table (
  id uuid, job_id uuid, job_title text, company_name text, state text, state_at timestamptz,
  applied_at timestamptz, answered_at timestamptz, looked_at timestamptz, is_silent boolean, is_closed boolean,
  note text, answers jsonb, profile jsonb, resume_id uuid, file_name text, usual_days integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
begin
  if person is null then return; end if;
  perform private.claim_applications(person);
  return query
    with own as materialized (
      select a.* from public.applications as a where a.applicant_id = person and a.leaves_at is null
        order by a.applied_at desc, a.id desc limit 500
    ), answering as materialized (
      select c.company_id, private.usual_days(c.company_id) as days from (select distinct o.company_id from own as o) as c
    )
    select a.id, a.job_id, a.job_title, a.company_name, a.state, a.state_at, a.applied_at, a.answered_at,
      a.looked_at, a.silence_told_at is not null and a.answered_at is null,
      not exists (select from private.live_jobs as l where l.id = a.job_id),
      a.note, (select coalesce(jsonb_agg(e - 'meets'), '[]') from jsonb_array_elements(a.answers) as e), a.profile,
      a.resume_id, r.file_name, f.days
    from own as a join answering as f on f.company_id = a.company_id
    left join public.resumes as r on r.id = a.resume_id
    order by a.applied_at desc, a.id desc;
end $$;

-- What may be asked for by its question: those of the caller's postings, or of one.
create function public.asked_questions(job uuid default null) returns table (question text, options text[])
language sql stable security definer set search_path = '' as $$
  select distinct on (q ->> 'question') q ->> 'question',
    case q ->> 'kind' when 'yes-no' then array['Yes', 'No']
      else array(select jsonb_array_elements_text(q -> 'options')) end
  from (select j.questions from public.jobs as j
    where j.company_id = any (private.own_companies('viewer')) and j.questions <> '[]'
      and (asked_questions.job is null or j.id = asked_questions.job)
    order by j.created_at desc limit 200) as j
  cross join jsonb_array_elements(j.questions) as q
  order by q ->> 'question' limit 200
$$;
revoke execute on function public.asked_questions(uuid) from public, anon;
grant execute on function public.asked_questions(uuid) to authenticated;

-- The company's alone: it is not in the export of whom it is about, nor of who wrote it.
comment on column public.applications.spam_at is 'not exported: it is of the company';
comment on column public.applications.meets_needs is 'not exported: it is of the company';
comment on column public.applications.stars is 'not exported: it is of the company';
comment on column public.applications.is_verified is 'not exported: it is of the company';
comment on column public.applications.search_words is 'not exported: the same words stand beside it';
comment on column public.applications.answers_given is 'not exported: the same words stand beside it';
comment on column public.application_notes.author_id is 'not exported: it is of the company';

-- What was written to a guest by mail goes on as a conversation with the account that the guest has made since.
create function private.take_letters_along(application uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  it public.applications;
  writer uuid;
  team uuid;
  talk public.conversations;
begin
  select a.* into it from public.applications as a where a.id = application;
  -- Who wrote last, of those who still answer for the company.
  select e.made_by into writer from public.application_events as e
    join public.company_members as m on m.company_id = it.company_id and m.user_id = e.made_by
      and m.role in ('admin', 'recruiter')
    where e.application_id = it.id and e.kind = 'message' and e.words is not null and e.made_by <> it.applicant_id
      and e.made_by not in (select private.banned_people())
    order by e.at desc, e.id desc limit 1;
  if writer is null or it.applicant_id in (select private.banned_people()) then return; end if;
  select it.company_id into team where exists (select from public.company_members as m
    where m.company_id = it.company_id and m.user_id <> writer and m.role in ('admin', 'recruiter'));
  if private.is_blocked_with_team(writer, it.applicant_id, team) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('messages of ' || team || ' ' || it.applicant_id, 0))
    where team is not null;
  select c.* into talk from public.conversations as c
    where c.candidate_id = it.applicant_id
      and (c.company_id = team or (c.company_id is null and c.member_id = writer))
    order by c.company_id nulls last limit 1;
  if talk.id in (select k.conversation_id from private.closed_conversations as k) then return; end if;
  if talk.id is null then
    insert into public.conversations as c (member_id, candidate_id, company_id, member_name, member_company,
        candidate_headline, candidate_name, application_id)
      values (writer, it.applicant_id, team, private.name_as_member(writer),
        private.not_our_name(left(it.company_name, 100)), it.name, it.name, it.id)
      returning c.* into talk;
  else
    update public.conversations as c set application_id = it.id where c.id = talk.id;
  end if;
  insert into public.messages (conversation_id, sender_id, body, created_at)
    select talk.id, e.made_by, e.words, e.at from public.application_events as e
      join public.company_members as m on m.company_id = it.company_id and m.user_id = e.made_by
      where e.application_id = it.id and e.kind = 'message' and e.words is not null and e.made_by <> it.applicant_id
        and (e.made_by = writer or talk.company_id is not null)
      order by e.at, e.id;
  update public.conversations as c set last_message_at = m.created_at, last_sender_id = m.sender_id
    from (select n.created_at, n.sender_id from public.messages as n where n.conversation_id = talk.id
      order by n.created_at desc, n.id desc limit 1) as m
    where c.id = talk.id;
  insert into public.conversation_states (conversation_id, user_id, read_at) values (talk.id, writer, clock_timestamp())
    on conflict (conversation_id, user_id) do nothing;
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
          where own.applicant_id = person and own.job_id = a.job_id)
      returning a.id
  )
  select array_agg(t.id) into claimed from taken as t;
  if claimed is null then return; end if;
  update public.resumes as r set user_id = person
    from public.applications as a where a.id = any (claimed) and r.id = a.resume_id and r.user_id is null;
  perform private.take_letters_along(a.id) from public.applications as a
    where a.id = any (claimed) order by a.applied_at;
end $$;
revoke execute on function private.take_letters_along(uuid) from public;

-- A seat that ends with the membership itself: who had it hears of it once, and again only after it has come back.
alter table public.membership_seats add column end_told_at timestamptz;
create function private.tell_ended_seats() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended record;
begin
  update public.membership_seats as s set end_told_at = null
    where s.end_told_at is not null and private.pays(s.payer_id);
  for ended in
    update public.membership_seats as s set end_told_at = now()
      where s.end_told_at is null and not private.pays(s.payer_id)
        -- Of more people than seats, the newest had none.
        and (select count(*) from public.membership_seats as older
          where older.payer_id = s.payer_id and (older.given_at, older.user_id) < (s.given_at, s.user_id))
          < private.seats_of(s.payer_id) - 1
      returning s.company_id, s.user_id, s.payer_id
  loop
    perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', ended.company_id,
      'userId', ended.user_id, 'byId', ended.payer_id));
  end loop;
end $$;
revoke execute on function private.tell_ended_seats() from public;
grant execute on function private.tell_ended_seats() to service_role;
