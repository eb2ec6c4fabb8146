-- A seat was given of the membership of whoever joined first, also where staff have blocked that person: it gave nothing, and
-- its mail said that it does. The seats of somebody who is blocked are none, until they are back.
create or replace function public.give_seat(company uuid, person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  payer uuid;
begin
  perform private.require_admin(company);
  if not exists (select from public.company_members as m
    where m.company_id = company and m.user_id = person and m.role in ('admin', 'recruiter'))
  then perform private.say_no('409', 'A seat is for an admin or a recruiter of the company.');
  end if;
  if private.has_active_membership(person) then
    perform private.say_no('409', 'This person has a membership already.');
  end if;
  select m.user_id into payer from public.company_members as m
    where m.company_id = give_seat.company and private.gives_seats(m.user_id) and private.company_paid_by(m.user_id) = company
      and (select count(*) from public.membership_seats as s where s.payer_id = m.user_id and s.user_id <> person)
        < private.seats_of(m.user_id) - 1
    order by m.joined_at limit 1;
  if payer is null then
    perform private.say_no('409', 'All seats are taken. Whoever pays can add one on the Membership Dashboard.');
  end if;
  delete from public.membership_seats as s where s.company_id = give_seat.company and s.user_id = person;
  insert into public.membership_seats (payer_id, user_id, company_id) values (payer, person, company)
    on conflict (payer_id, user_id) do update set company_id = excluded.company_id, given_at = clock_timestamp();
end $$;

create or replace function public.own_seats()
  returns table (company_id uuid, company text, role text, pays boolean, total integer, taken integer, bought integer)
language sql stable security definer set search_path = '' as $$
  (select c.id, c.name, m.role, private.pays(me.id),
    greatest(1, sum(given.here + case when given.is_for then private.seats_of(p.user_id) - given.everywhere else 0 end))::integer,
    sum(given.here + case when given.is_for then 1 else 0 end)::integer,
    (select s.quantity from public.subscriptions as s where s.user_id = me.id and private.pays(me.id)
      and private.company_paid_by(me.id) = c.id)
  from (select auth.uid() as id) as me
  join public.company_members as m on m.user_id = me.id
  join public.companies as c on c.id = m.company_id
  join public.company_members as p on p.company_id = c.id and private.gives_seats(p.user_id)
  cross join lateral (
    select coalesce(private.company_paid_by(p.user_id) = c.id, false) as is_for,
      count(*) filter (where s.company_id = c.id) as here, count(*) as everywhere
    from public.membership_seats as s where s.payer_id = p.user_id) as given
  where given.is_for or given.here > 0
  group by c.id, c.name, m.role, me.id
  order by c.name, c.id)
  union all
  -- For no company.
  select null, null, null, true, s.quantity, 1, s.quantity from public.subscriptions as s
  where s.user_id = auth.uid() and s.quantity > 1 and private.pays(s.user_id) and private.company_paid_by(s.user_id) is null
$$;

create or replace function public.company_seats(company uuid)
  returns table (user_id uuid, name text, role text, is_me boolean, state text)
language sql stable security definer set search_path = '' as $$
  select m.user_id, coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), u.email, 'Somebody'),
    m.role, m.user_id = auth.uid(),
    case when private.pays(m.user_id) then case when given.is_here then 'both' else 'pays' end
      when given.is_here then case when (private.seat_of(m.user_id)).payer_id is not null then 'seat' else 'lost' end
      when (private.seat_of(m.user_id)).payer_id is not null then 'elsewhere'
      else 'none' end
  from public.company_members as m join auth.users as u on u.id = m.user_id
    cross join lateral (select exists (select from public.membership_seats as s
      where s.user_id = m.user_id and s.company_id = company_seats.company and private.gives_seats(s.payer_id)) as is_here) as given
  where m.company_id = company and company = any (private.own_companies('viewer'))
  order by m.joined_at, m.user_id
$$;

-- Where an owner changed how many seats are included in the minute in which a membership ended, or came back, those between the
-- former number and the new one heard nothing, or heard it twice. What was told last decides, and the change is told after it.
create or replace function private.tell_ended_seats() returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- How many more were included when it was told last.
  more integer := coalesce((select t.included - private.seats_included() from private.seats_included_told as t), 0);
  ended record;
  back record;
begin
  for back in
    update public.membership_seats as s set end_told_at = null
      where s.end_told_at is not null and private.gives_seats(s.payer_id)
      returning s.company_id, s.user_id, s.payer_id, s.given_at
  loop
    continue when (select count(*) from public.membership_seats as older
      where older.payer_id = back.payer_id and (older.given_at, older.user_id) < (back.given_at, back.user_id))
      >= private.seats_of(back.payer_id) - 1 + least(more, 0);
    perform queue.add('team-news', json_build_object('kind', 'seat-given', 'companyId', back.company_id,
      'userId', back.user_id));
  end loop;
  for ended in
    update public.membership_seats as s set end_told_at = now()
      where s.end_told_at is null and not private.gives_seats(s.payer_id)
        -- Of more people than seats, the newest had none.
        and (select count(*) from public.membership_seats as older
          where older.payer_id = s.payer_id and (older.given_at, older.user_id) < (s.given_at, s.user_id))
          < private.seats_of(s.payer_id) - 1 + more
      returning s.company_id, s.user_id, s.payer_id
  loop
    perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', ended.company_id,
      'userId', ended.user_id, 'byId', ended.payer_id));
  end loop;
end $$;

-- Who leaves handed the company to the longest-serving admin, also to one whom staff have blocked: its postings left the board,
-- and nobody was left who could bring them back. Somebody who is blocked takes over only where nobody else is there.
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

-- An admin beside whoever leaves, or is made less: one who can act.
create function private.has_other_admin(company uuid, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members as m
    where m.company_id = company and m.role = 'admin' and m.user_id <> person
      and m.user_id not in (select private.banned_people()))
$$;
revoke execute on function private.has_other_admin(uuid, uuid) from public;

create or replace function public.leave_company(company uuid, person uuid, ends_company boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if not exists (select from public.company_members as m where m.company_id = company and m.user_id = me) then
    perform private.say_no('403', 'You do not work for this company.');
  end if;
  if person is distinct from me then
    perform private.require_admin(company);
  else
    perform private.lock_company(company);
  end if;
  if not exists (select from public.company_members as m where m.company_id = company and m.user_id <> person) then
    if not ends_company then
      perform private.say_no('409', 'You are the only person of this company. It ends with you, and its jobs are deleted.');
    end if;
  elsif not private.has_other_admin(company, person) then
    perform private.say_no('409', 'A company needs an admin. Make somebody else one first.');
  end if;
  delete from public.company_members as m where m.company_id = company and m.user_id = person;
  if found and person is distinct from me then
    perform queue.add('team-news', json_build_object('kind', 'removed', 'companyId', company, 'userId', person,
      'byId', me));
  end if;
end $$;

create or replace function public.set_member_role(company uuid, person uuid, wanted text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin(company);
  if wanted is null or wanted not in ('admin', 'recruiter', 'viewer') then
    perform private.say_no('400', 'Choose what this person may do.');
  end if;
  if wanted <> 'admin' and not private.has_other_admin(company, person) then
    perform private.say_no('409', 'A company needs an admin. Make somebody else one first.');
  end if;
  update public.company_members as m set role = wanted where m.company_id = company and m.user_id = person;
  if not found then perform private.say_no('404', 'This person does not work for the company any more.'); end if;
end $$;

-- A digest of applications came each morning to a mailbox that the mail server has called gone for weeks, as alerts do not.
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
    and (select not private.is_gone_mailbox(lower(known_as.email)) from private.accounts as known_as where known_as.id = person)
  group by u.email, a.job_id, m.company_id
  order by 5 desc, 3 limit 50
$$;

-- Gmail reads past the dots in a name: one box was hundreds of addresses to whatever SQL counts by it.
create or replace function private.box_of(address text) returns text
language sql immutable parallel safe strict set search_path = '' as $$
  select regexp_replace(case when lower(address) ~ '@g(oogle)?mail\.com$'
      then replace(split_part(lower(address), '@', 1), '.', '') || '@gmail.com' else lower(address) end, '\+[^@]*(?=@)', '')
$$;
-- may lock or break: the table has the invitations of one day.
reindex index private.invitation_mails_box;

-- Staff decide about all of a company: its postings in one order.
create or replace function staff.apply_decision(it staff.cases, hides boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_back boolean;
begin
  if it.kind = 'job' then
    update public.jobs set hidden_at = case when hides then coalesce(hidden_at, now()) end
      where id = it.subject_id and (hidden_at is not null) <> hides;
    update public.job_reports set handled_at = now()
      where job_id = it.subject_id and reason <> 'company' and handled_at is null;
  elsif it.kind = 'company' then
    perform from public.jobs as j where j.posted_by = it.person_id and private.company_key(j.company) = it.company_key
      order by j.id for no key update;
    -- Back come those that went with this case, by its moment, not one that was hidden for itself.
    update public.jobs set hidden_at = case when hides then now() end
      where posted_by = it.person_id and private.company_key(company) = it.company_key
        and case when hides then hidden_at is null else hidden_at = it.decided_at end;
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

-- A company that staff close for its name kept what it had on the board beyond two hundred postings.
create or replace function staff.decide_company(wanted uuid, approves boolean, words text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  it staff.company_cases;
  company public.companies;
  posting public.jobs;
  hidden integer := 0;
  shown integer := 0;
  seen integer;
begin
  perform staff.require('staff');
  select * into it from staff.company_cases as k where k.id = wanted for update;
  if it.id is null or exists (select from public.company_members as own
    where own.user_id = auth.uid() and own.company_id in (it.company_id, it.holder_id)) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  -- A check can be taken back, and a company that was closed for its name is opened again.
  if it.decided_at is not null and not (it.kind = 'check' and it.decision = 'approved' and not approves)
    and not (it.kind = 'name' and it.decision = 'refused' and approves)
  then
    raise exception '% has already decided this.', coalesce(staff.name_of(it.decided_by), 'Somebody') using errcode = 'SF412';
  end if;
  select * into company from public.companies as c where c.id = it.company_id for update;
  if it.kind = 'domain' and approves and company.domain is distinct from it.claim then
    raise exception 'The company names another web address by now.' using errcode = 'SF412';
  end if;
  case
    when it.kind = 'rename' and approves then
      perform private.call_company(company.id, it.claim);
    when it.kind in ('check', 'domain') and approves then
      if it.kind = 'domain' then
        update public.company_proofs as p set ended_at = now()
          where p.company_id = it.holder_id and p.domain = it.claim and p.ended_at is null;
        perform private.show_proofs(it.holder_id);
      end if;
      insert into public.company_proofs (company_id, kind, domain)
        values (company.id, 'staff',
          case when private.holder_of(company.domain, company.id) is null then company.domain end)
        on conflict do nothing;
      perform private.show_proofs(company.id);
    when it.kind = 'check' then
      update public.company_proofs as p set ended_at = now()
        where p.company_id = company.id and p.kind = 'staff' and p.ended_at is null;
      perform private.show_proofs(company.id);
    when it.kind = 'name' and not approves then
      for posting in select * from private.open_jobs_of(company.id) order by id limit 200 loop
        perform staff.decide_job(posting.id, posting.updated_at, coalesce((
          select k.version from staff.cases as k where k.kind = 'job' and k.subject_id = posting.id
          order by k.state in ('waiting', 'asked', 'answered', 'appealed') desc, k.opened_at desc limit 1), 0), true, words);
        hidden := hidden + 1;
      end loop;
      -- A letter and an appeal for each of some thousand would take longer than an act may: the company has heard, and may appeal.
      update public.jobs as j set hidden_at = now()
        from (select o.id from public.jobs as o where o.company_id = company.id and o.is_active and o.hidden_at is null
          and not o.is_past and private.is_open(o) order by o.id for no key update) as further
        where j.id = further.id;
      get diagnostics seen = row_count;
      hidden := hidden + seen;
      update public.companies as c set closed_at = now() where c.id = company.id;
      perform pg_notify('jobs_changed', 'changed');
    when it.kind = 'name' and it.decision = 'refused' then
      update public.companies as c set closed_at = null where c.id = company.id;
      -- Those that went with it, by its moment, and not one that was hidden for itself. An appeal is for somebody else.
      for posting in select j.* from public.jobs as j
        where j.company_id = company.id and j.hidden_at = it.decided_at order by j.id
      loop
        select k.version into seen from staff.cases as k
          where k.kind = 'job' and k.subject_id = posting.id and k.state = 'hidden' order by k.opened_at desc limit 1;
        if found then
          perform staff.decide_job(posting.id, posting.updated_at, seen, false, null);
          shown := shown + 1;
        end if;
      end loop;
      update public.jobs as j set hidden_at = null
        from (select o.id from public.jobs as o where o.company_id = company.id and o.hidden_at = it.decided_at
          and not exists (select from staff.cases as k
            where k.kind = 'job' and k.subject_id = o.id and k.state <> 'released')
          order by o.id for no key update) as further
        where j.id = further.id;
      get diagnostics seen = row_count;
      shown := shown + seen;
      perform pg_notify('jobs_changed', 'changed');
    else
  end case;
  update staff.company_cases as k set decision = case when approves then 'approved' else 'refused' end,
    answer = words, decided_by = auth.uid(), decided_at = now() where k.id = it.id;
  return jsonb_build_object('company', company.id, 'kind', it.kind, 'claim', it.claim, 'name', company.name,
    'hidden', hidden, 'shown', shown, 'before', it.decision);
end $$;

-- Nothing has called it since 0275.
-- may lock or break: no version calls it from outside of SQL.
drop function private.end_featured_jobs_of(uuid);
