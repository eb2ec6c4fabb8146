-- Of the postings of a case about a company, those that a task was to hide stayed on the board when whom it is about appealed first.
-- And some never came back: what was hidden before an appeal that staff refused, as the case has a new moment then, and what a
-- release had not shown yet when staff hid it all once more.

create or replace function private.settle_case_postings(wanted uuid, moment timestamptz, most integer default 300) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  it staff.cases;
  done integer;
begin
  select * into it from staff.cases as k where k.id = wanted for share;
  -- An appeal waits for staff, and a block for its end: until then what was decided stands.
  if it.state = 'hidden' or 'appealed' in (it.state, it.state_before) then
    update public.jobs as j set hidden_at = it.decided_at
      from (select o.id from public.jobs as o where o.posted_by = it.person_id and private.company_key(o.company) = it.company_key
          and (o.hidden_at is null and o.created_at <= it.decided_at or o.hidden_at = moment and moment <> it.decided_at)
        order by o.id limit most for no key update) as these
      where j.id = these.id;
  elsif it.state = 'released' then
    update public.jobs as j set hidden_at = null
      from (select o.id from public.jobs as o where o.posted_by = it.person_id and private.company_key(o.company) = it.company_key
          and o.hidden_at = moment
          and not exists (select from public.companies as c where c.id = o.company_id and c.closed_at is not null)
        order by o.id limit most for no key update) as these
      where j.id = these.id;
  else
    return 0;
  end if;
  get diagnostics done = row_count;
  return done;
end $$;

create or replace function staff.apply_decision(it staff.cases, hides boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_back boolean;
  most constant integer := 200;
  settled integer;
begin
  if it.kind = 'job' then
    -- It would stand on the board of a company that has no page, and nobody could change it.
    if not hides and exists (select from public.jobs as j join public.companies as c on c.id = j.company_id
      where j.id = it.subject_id and c.closed_at is not null)
    then
      raise exception 'The company of this job is closed. Open that again first, under Company claims.' using errcode = 'SF440';
    end if;
    update public.jobs set hidden_at = case when hides then coalesce(hidden_at, now()) end
      where id = it.subject_id and (hidden_at is not null) <> hides;
    update public.job_reports set handled_at = now()
      where job_id = it.subject_id and reason <> 'company' and handled_at is null;
  elsif it.kind = 'company' then
    -- Back come those that went with this case, by its moment, not one that was hidden for itself. Hidden once more, after an
    -- appeal, all of them have the new moment.
    update public.jobs as j set hidden_at = case when hides then now() end
      from (select o.id from public.jobs as o where o.posted_by = it.person_id and private.company_key(o.company) = it.company_key
          and case when hides then o.hidden_at is null or o.hidden_at = it.decided_at else o.hidden_at = it.decided_at
            and not exists (select from public.companies as c where c.id = o.company_id and c.closed_at is not null) end
        order by o.id limit most for no key update) as these
      where j.id = these.id;
    get diagnostics settled = row_count;
    if settled = most then
      perform queue.add('case-postings', json_build_object('caseId', it.id, 'moment', it.decided_at::text));
    end if;
    update public.job_reports as r set handled_at = now() from public.jobs as j
      where j.id = r.job_id and j.posted_by = it.person_id
        and private.company_key(j.company) = it.company_key and r.reason = 'company' and r.handled_at is null;
  elsif it.kind = 'profile' then
    if hides then
      insert into private.hidden_profiles (user_id, was_public)
        select user_id, public_profile from public.candidate_profiles where user_id = it.subject_id
        on conflict do nothing;
      update public.candidate_profiles set public_profile = false where user_id = it.subject_id and public_profile;
    else
      delete from private.hidden_profiles where user_id = it.subject_id returning was_public into is_back;
      update public.candidate_profiles set public_profile = true where user_id = it.subject_id and is_back;
    end if;
  elsif hides then
    insert into private.closed_conversations (conversation_id)
      select id from public.conversations where id = it.subject_id on conflict do nothing;
  else
    delete from private.closed_conversations where conversation_id = it.subject_id;
  end if;
end $$;

-- What is hidden goes to the colleague who has the postings now also where a case about that one is open: by no release did it come
-- back.
create or replace function private.hand_over(person uuid, company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  heir uuid;
  was_admin boolean;
  postings integer;
  others integer;
  moved integer;
begin
  perform private.lock_company(company);
  select m.user_id, m.role = 'admin' into heir, was_admin from public.company_members as m
    where m.company_id = hand_over.company and m.user_id <> person
    order by m.user_id in (select private.banned_people()), array_position(array['admin', 'recruiter', 'viewer'], m.role),
      m.user_id is distinct from auth.uid(), m.joined_at, m.user_id limit 1;
  if heir is null then return; end if;
  update public.company_members set role = 'admin' where company_id = hand_over.company and user_id = heir and role <> 'admin';
  -- Before their postings, as a decision takes them.
  perform from staff.cases as k where k.person_id = person and k.kind in ('job', 'company') order by k.id for no key update;
  update staff.cases as k set person_id = heir, gone_at = null,
      subject_id = case k.kind when 'company' then heir else k.subject_id end
    from (
      select c.id from staff.cases as c join public.jobs as j on j.id = c.subject_id
        where c.kind = 'job' and c.person_id = person and j.company_id = hand_over.company and j.posted_by = person
      union all
      select c.id from staff.cases as c
        where c.kind = 'company' and c.person_id = person and c.company_key in (
          select private.company_key(j.company) from public.jobs as j
          where j.company_id = hand_over.company and j.posted_by = person)) as theirs
    where k.id = theirs.id and k.state in ('waiting', 'asked', 'answered', 'appealed', 'hidden')
      -- One that is open joins none; one that hid something is what a release looks for.
      and (k.state = 'hidden' or not exists (
        select from staff.cases as o where o.person_id = heir and o.kind = k.kind and o.company_key = k.company_key
          and o.subject_id = case k.kind when 'company' then heir else k.subject_id end
          and o.state in ('waiting', 'asked', 'answered', 'appealed')));
  perform from public.jobs as j where j.company_id = hand_over.company and j.posted_by = person order by j.id for no key update;
  delete from public.job_renewal_tokens as t using public.jobs as j
    where j.id = t.job_id and j.company_id = hand_over.company and j.posted_by = person;
  -- What comes first on the board came with the membership of who left.
  update public.jobs set posted_by = heir, is_featured = false where company_id = hand_over.company and posted_by = person;
  get diagnostics postings = row_count;
  perform from public.conversations as c where c.company_id = hand_over.company and c.member_id = person
    order by c.id for no key update;
  update public.conversations as c set member_id = heir
    where c.company_id = hand_over.company and c.member_id = person and c.candidate_id is distinct from heir;
  get diagnostics others = row_count;
  update public.conversations as c set member_id = null
    where c.company_id = hand_over.company and c.member_id = person;
  perform from public.saved_candidates as s where s.company_id = hand_over.company and s.user_id = person
    order by s.id for no key update;
  update public.saved_candidates set user_id = heir where company_id = hand_over.company and user_id = person;
  get diagnostics moved = row_count;
  begin
    update storage.objects as o set owner = heir, owner_id = heir::text from public.companies as c
      where c.id = hand_over.company and o.bucket_id = 'company-logos' and o.name = c.logo and o.owner_id = person::text;
  -- No room among the files of the heir: nobody stays in a company for that.
  exception when sqlstate 'PT413' then null;
  end;
  -- Whoever removed them has read what comes to them.
  if heir is distinct from auth.uid() and (postings + others + moved > 0 or not was_admin) then
    perform queue.add('team-news', json_build_object('kind', 'left', 'companyId', company, 'userId', heir,
      'byId', person, 'postings', postings, 'isNewAdmin', not was_admin));
  end if;
end $$;
