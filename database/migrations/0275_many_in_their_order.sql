-- Who took several postings, seats or people at once held them as they lay: two of them at the same moment waited for each other,
-- and one was refused with a fault of ours. They are taken in the order of their ids, over all whom an act is about.
create function private.end_featured_jobs_of(people uuid[]) returns void
language sql security definer set search_path = '' as $$
  with theirs as materialized (
    select j.id from public.jobs as j where j.posted_by = any (people) and j.is_featured
      and not private.has_active_membership(j.posted_by) order by j.id for no key update
  )
  update public.jobs as j set is_featured = false from theirs where j.id = theirs.id
$$;
revoke all on function private.end_featured_jobs_of(uuid[]) from public;

create or replace function private.end_featured_jobs() returns void
language sql security definer set search_path = '' as $$
  select private.end_featured_jobs_of(array(
    select distinct j.posted_by from public.jobs as j where j.is_featured
      and (exists (select from public.subscriptions as s where s.user_id = j.posted_by)
        or exists (select from public.membership_seats as s where s.user_id = j.posted_by))
      and not private.has_active_membership(j.posted_by)))
$$;

create or replace function private.end_featured_with_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_featured_jobs_of(array(
    select old.user_id union select s.user_id from public.membership_seats as s where s.payer_id = old.user_id));
  return null;
end $$;

-- Several seats end with whoever pays for them, or with their company.
create function private.end_featured_with_seats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_featured_jobs_of(array(select e.user_id from ended as e));
  return null;
end $$;
create trigger end_featured_with_seats after delete on public.membership_seats referencing old table as ended
  for each statement execute function private.end_featured_with_seats();

create or replace function private.follow_seat() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  seats integer;
  next public.membership_seats;
begin
  if tg_op = 'DELETE' then
    seats := private.seats_of(old.payer_id) - 1;
    -- Of more people than seats, the newest have been told before.
    if not private.pays(old.payer_id) or (select count(*) from public.membership_seats as older
      where older.payer_id = old.payer_id and (older.given_at, older.user_id) < (old.given_at, old.user_id)) < seats
    then
      if old.end_told_at is null and old.user_id is distinct from auth.uid() then
        perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', old.company_id,
          'userId', old.user_id, 'byId', coalesce(auth.uid(), old.payer_id)));
      end if;
      if seats > 0 and private.gives_seats(old.payer_id) then
        select s.* into next from public.membership_seats as s where s.payer_id = old.payer_id
          order by s.given_at, s.user_id offset seats - 1 limit 1;
        if (next.given_at, next.user_id) > (old.given_at, old.user_id) and next.end_told_at is null then
          perform queue.add('team-news', json_build_object('kind', 'seat-given', 'companyId', next.company_id,
            'userId', next.user_id));
          perform private.tell_person(next.user_id, 'membership');
        end if;
      end if;
    end if;
  elsif (tg_op = 'INSERT' or new.company_id is distinct from old.company_id) and new.user_id is distinct from auth.uid() then
    perform queue.add('team-news', json_build_object('kind', 'seat-given', 'companyId', new.company_id,
      'userId', new.user_id, 'byId', coalesce(auth.uid(), new.payer_id)));
  end if;
  perform private.tell_person(person, 'membership')
    from unnest(array[coalesce(new.user_id, old.user_id), coalesce(new.payer_id, old.payer_id)]) as person;
  return null;
end $$;

-- Nothing asks for one person any more: a later version drops it.
create or replace function private.end_featured_jobs_of(person uuid) returns void
language sql security definer set search_path = '' as $$
  select private.end_featured_jobs_of(array[person])
$$;

create or replace function private.rename_company(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
begin
  -- Not against a posting that comes to the company meanwhile: it would wait here while its own row is waited for.
  select * into it from public.companies as c where c.id = company and c.next_name_from <= now()
    for no key update skip locked;
  if not found then return; end if;
  insert into private.former_company_names (company_id, key) values (it.id, it.name_key) on conflict do nothing;
  update public.companies as c set name = c.next_name, next_name = null, next_name_from = null where c.id = it.id;
  with theirs as materialized (
    select j.id from public.jobs as j where j.company_id = it.id and private.name_key(j.company) = it.name_key
      order by j.id for no key update
  )
  update public.jobs as j set company = it.next_name from theirs where j.id = theirs.id;
  -- What its people said of whom they hire for. Their ties to the new name count already, so nobody waits for a day.
  perform from public.employers as e where e.company_id = it.id order by e.user_id for no key update;
  update public.employers as e set company = it.next_name
    where e.company_id = it.id and private.name_key(e.company) = it.name_key and e.in_effect_at <= now()
      and exists (select from public.company_members as m
        where m.company_id = it.id and m.user_id = e.user_id and m.role <> 'viewer');
  update public.employers as e set in_effect_at = now()
    where e.company_id = it.id and e.company = it.next_name and e.former_company_id = it.id and e.in_effect_at > now();
  update public.company_proofs as p set ended_at = now()
    where p.company_id = it.id and p.kind = 'staff' and p.ended_at is null;
  perform private.show_proofs(it.id);
end $$;

create or replace function private.respell_company(company uuid, former text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
begin
  select * into it from public.companies as c where c.id = respell_company.company for no key update;
  if it.name_key is distinct from private.name_key(former) then return; end if;
  with theirs as materialized (
    select j.id from public.jobs as j where j.company_id = it.id and j.company = former order by j.id for no key update
  )
  update public.jobs as j set company = it.name from theirs where j.id = theirs.id;
  perform from public.employers as e where e.company_id = it.id order by e.user_id for no key update;
  update public.employers as e set company = it.name where e.company_id = it.id and e.company = former
    and exists (select from public.company_members as m
      where m.company_id = it.id and m.user_id = e.user_id and m.role <> 'viewer');
end $$;

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
    order by array_position(array['admin', 'recruiter', 'viewer'], m.role), m.user_id is distinct from auth.uid(),
      m.joined_at, m.user_id limit 1;
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

-- Two colleagues of the same two companies who close their accounts at the same moment.
create or replace function private.hand_over_all() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then perform private.keep_blocks_of_company(old.id); end if;
  perform private.hand_over(old.id, theirs.company_id) from (
    select m.company_id from public.company_members as m where m.user_id = old.id order by m.company_id) as theirs;
  return case tg_op when 'DELETE' then old else new end;
end $$;
