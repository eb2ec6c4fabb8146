-- What the parts of hiring left open where they meet. Decision 96 to 99.

-- A row that somebody sends is none of ours: only what stands in the table says who posted and who saved.
create or replace function public.posted_by_name(job public.jobs) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), 'A colleague')
  from public.jobs as j join auth.users as u on u.id = j.posted_by
  where j.id = job.id and u.id <> auth.uid() and j.company_id = any (private.own_companies('viewer'))
$$;
create or replace function public.saved_by(saved public.saved_candidates) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), 'A colleague')
  from public.saved_candidates as s join auth.users as u on u.id = s.user_id
  where s.id = saved.id and u.id <> auth.uid() and s.company_id = any (private.own_companies('recruiter'))
$$;

-- Nobody founds a company with each change of a posting, nor one that is called as we are.
create or replace function private.company_of(person uuid, called text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := private.name_key(called);
  company uuid;
begin
  for attempt in 1..2 loop
    select c.id into company
      from public.company_members as m join public.companies as c on c.id = m.company_id
      where m.user_id = person and m.role <> 'viewer'
        and (c.name_key = wanted or private.name_key(c.next_name) = wanted)
      order by m.joined_at, c.id limit 1;
    if company is not null then return company; end if;
    -- Two postings at once would make two.
    perform pg_advisory_xact_lock(hashtextextended('companies of ' || person, 0));
  end loop;
  if private.is_sent_by_people() then
    if private.calls_itself_us(called) and not exists (select from staff.members as s where s.user_id = person) then
      raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your company.';
    end if;
    if (select count(*) from public.company_members as m where m.user_id = person) >= 50 then
      raise exception using errcode = 'PT409',
        message = 'You work for 50 companies already. Say “for a client” on the job, or leave one of them first.';
    end if;
  end if;
  insert into public.companies (slug, name) values (private.company_slug(called), called) returning id into company;
  insert into public.company_members (company_id, user_id, role) values (company, person, 'admin');
  return company;
end $$;

create function private.refuse_our_client() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() and private.calls_itself_us(new.client)
    and not exists (select from staff.members as s where s.user_id = new.posted_by)
  then
    raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your client.';
  end if;
  return new;
end $$;
create trigger before_7_refuse_our_client before insert or update of client on public.jobs
  for each row when (new.client is not null) execute function private.refuse_our_client();

-- Who applied, applied to that company: its posting stays there.
create or replace function private.belong_to_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.company_id := coalesce(new.company_id, private.company_of(new.posted_by, new.company));
  elsif private.name_key(new.company) <> private.name_key(old.company) and not exists (
    select from public.companies as c where c.id = new.company_id
      and private.name_key(new.company) in (c.name_key, private.name_key(c.next_name)))
  then
    if exists (select from public.applications as a where a.job_id = old.id and a.state <> 'unconfirmed') then
      raise exception using errcode = 'PT409',
        message = 'People have applied to this job, so it stays with its company. Change the name of the company on its own page, or post another job.';
    end if;
    if (select count(*) from public.company_members as m where m.company_id = old.company_id) > 1 then
      raise exception using errcode = 'PT409',
        message = 'This job belongs to the company that posted it. Post another one for another company.';
    end if;
    new.company_id := private.company_of(new.posted_by, new.company);
  end if;
  return new;
end $$;

-- What staff closed posts nothing more. What staff hid may still be mended for an appeal.
create function private.refuse_closed_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() and exists (
    select from public.companies as c where c.id = new.company_id and c.closed_at is not null)
  then
    raise exception using errcode = 'PT403',
      message = 'We have closed this company, so it posts no jobs. Write to us if you think that this is wrong.';
  end if;
  return new;
end $$;
create trigger before_8_refuse_closed_company before insert or update on public.jobs
  for each row when (new.is_active and new.hidden_at is null) execute function private.refuse_closed_company();

create or replace function private.set_company_address(person uuid, company uuid, address text, domain text, fault text)
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.company_members as m
    where m.company_id = company and m.user_id = person and m.role = 'admin')
  then return false; end if;
  -- What staff looked at was the company with its address.
  update public.company_proofs as p set ended_at = now() from public.companies as c
    where p.company_id = company and c.id = company and p.kind = 'staff' and p.ended_at is null
      and c.web_address is distinct from address and (p.domain is null or p.domain is distinct from set_company_address.domain);
  update public.companies as c
    set web_address = address, domain = set_company_address.domain, domain_fault = fault where c.id = company;
  perform private.renew_proofs(company);
  return true;
end $$;

-- Also where a posting took applications and takes none any more, those who wait hear of its end.
drop trigger close_applications_of_removed on public.jobs;
create trigger close_applications_of_removed before delete on public.jobs
  for each row execute function private.close_applications();
drop trigger close_applications on public.jobs;
create trigger close_applications after update of is_active, filled_at, is_past, closed_at on public.jobs
  for each row when ((new.is_active, new.filled_at is null, new.is_past)
    is distinct from (old.is_active, old.filled_at is null, old.is_past))
  execute function private.close_applications();

-- Applications go with their company. Who still waits hears of it: what the mail says is kept until it is sent.
create function private.tell_of_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('application-ended', json_build_object('to', coalesce(u.email, a.email),
      'title', a.job_title, 'company', a.company_name))
    from public.applications as a
    left join private.accounts as u on u.id = a.applicant_id
    left join public.message_settings as o on o.user_id = a.applicant_id
    where a.company_id = old.id and a.state in ('new', 'review', 'interview', 'offer') and a.spam_at is null
      and a.leaves_at is null and a.wants_mails and coalesce(o.application_mails, true)
      and not exists (select from public.application_events as e
        where e.application_id = a.id and e.kind = 'closed');
  return old;
end $$;
create trigger before_2_tell_of_end before delete on public.companies
  for each row execute function private.tell_of_end();

-- Credentials are part of the profile: a company reads them where that was sent.
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
    where p.user_id = a.applicant_id and a.profile is not null and p.verified <> ''[]'')'; end if;
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
      coalesce((select p.verified <> ''[]'' from public.candidate_profiles as p
        where p.user_id = f.applicant_id and f.profile is not null), false),
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

-- What a company notes of an application is its own: it is in no export of the applicant.
comment on column public.applications.spam_at is 'not exported: the company notes it';
comment on column public.applications.meets_needs is 'not exported: the company sorts by it';
comment on column public.applications.search_words is 'not exported: it is made of the others';
comment on column public.applications.closing_since is 'not exported: it is of the queue';

-- The host is what follows the last @: a quoted name may hold others.
create or replace function private.is_at_domain(email text, domain text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select host = domain or right(host, char_length(domain) + 1) = '.' || domain
  from (select substring(lower(email) from '@([^@]*)$') as host) as of_address
$$;

-- Whoever is no admin any more has invited nobody: else who is removed comes back by an address of their own.
create function private.end_invitations_of() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.company_invitations as i where i.company_id = old.company_id and i.invited_by = old.user_id;
  return null;
end $$;
create trigger end_invitations_of_left after delete on public.company_members
  for each row when (old.role = 'admin') execute function private.end_invitations_of();
create trigger end_invitations_of_demoted after update of role on public.company_members
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function private.end_invitations_of();

-- What a company's own people send to it says nothing of how it answers.
create or replace function public.company_answers(company uuid)
returns table (applications integer, answered_share numeric, usual_days integer)
language sql stable security definer set search_path = '' as $$
  select count(*)::integer, round(count(answered_at)::numeric / count(*), 2),
    ceil(percentile_cont(0.5) within group (order by extract(epoch from answered_at - applied_at) / 86400))::integer
  from (
    select a.applied_at, a.answered_at from public.applications as a
    where a.company_id = company and a.state not in ('unconfirmed', 'withdrawn') and a.spam_at is null
      and (a.answered_at is not null or a.applied_at < now() - interval '14 days')
      and not exists (select from private.company_people as p
        where p.company_id = a.company_id and p.user_id = a.applicant_id)
    order by a.applied_at desc limit 500) as counted
  having count(*) >= 10
$$;
