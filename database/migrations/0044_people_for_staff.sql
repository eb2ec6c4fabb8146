-- People, as staff find them, block them and note things about them. Decision 87.

-- What a person is found by: address and name, and the companies that they named. In one column, so that one index
-- answers, and beside the order of the list.
create table staff.people_words (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null,
  own text not null,
  companies text not null default '',
  -- With a space at both ends, by which short words are found as whole ones.
  words text not null generated always as (' ' || own || ' ' || companies || ' ') stored
);
create index people_words_words on staff.people_words using gin (words extensions.gin_trgm_ops);
create index people_words_order on staff.people_words (created_at desc, user_id desc);
alter table staff.people_words enable row level security;
revoke all on staff.people_words from anon, authenticated, service_role;

create function staff.words_of(person auth.users) returns text
language sql immutable set search_path = '' as $$
  select left(lower(concat_ws(' ', person.email, person.raw_user_meta_data ->> 'full_name')), 600)
$$;

create function staff.keep_person_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into staff.people_words as known (user_id, created_at, own)
    values (new.id, coalesce(new.created_at, now()), staff.words_of(new))
    on conflict (user_id) do update set own = excluded.own;
  return null;
end
$$;
create trigger keep_new_words after insert on auth.users
  for each row execute function staff.keep_person_words();
create trigger keep_words after update of email, raw_user_meta_data on auth.users
  for each row when ((old.email, old.raw_user_meta_data) is distinct from (new.email, new.raw_user_meta_data))
  execute function staff.keep_person_words();

-- A company stays with whoever once named it: that is how staff ask for somebody who has changed it.
create function staff.add_companies(people uuid[], names text[]) returns void
language sql volatile security definer set search_path = '' as $$
  update staff.people_words as known set companies = left(known.companies || ' ' || added.names, 4000)
    from (
      select k.user_id, string_agg(distinct lower(n.name), ' ') as names
      from unnest(people, names) as n (person, name)
        join staff.people_words as k on k.user_id = n.person
      where strpos(k.companies, lower(n.name)) = 0
      group by k.user_id) as added
    where known.user_id = added.user_id
$$;

create function staff.keep_companies() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'jobs' then
    perform staff.add_companies(array_agg(posted_by), array_agg(company))
      from (select distinct posted_by, company from written) as named;
  else
    perform staff.add_companies(array_agg(user_id), array_agg(company)) from written;
  end if;
  return null;
end
$$;
create trigger keep_new_companies after insert on public.jobs
  referencing new table as written for each statement execute function staff.keep_companies();
create trigger keep_companies after update on public.jobs
  referencing new table as written for each statement execute function staff.keep_companies();
create trigger keep_new_companies after insert on public.employers
  referencing new table as written for each statement execute function staff.keep_companies();
create trigger keep_companies after update on public.employers
  referencing new table as written for each statement execute function staff.keep_companies();

insert into staff.people_words (user_id, created_at, own)
  select u.id, coalesce(u.created_at, now()), staff.words_of(u) from auth.users as u;
select staff.add_companies(array_agg(person), array_agg(company)) from (
  select posted_by, company from public.jobs union select user_id, company from public.employers
) as named (person, company);

-- No security barrier, which would keep the search from its index (`like` is not leakproof): only functions of
-- staff's ask the view, and it shows nothing to anybody without the power.
create view staff.people as
  select w.user_id as id, u.email::text as email, u.raw_user_meta_data ->> 'full_name' as name,
    (select e.company from public.employers as e where e.user_id = w.user_id) as company,
    w.words, w.created_at, u.last_sign_in_at,
    case when u.banned_until > now() then 'blocked'
      when u.email_proved_at is null then 'unproved' else 'proved' end as state,
    (select m.role from staff.members as m where m.user_id = w.user_id) as role,
    (select count(*)::int from public.jobs as j where j.posted_by = w.user_id) as jobs
  from staff.people_words as w join auth.users as u on u.id = w.user_id
  where u.deleted_at is null and (select private.has_staff_role('staff'));
revoke all on staff.people from anon, authenticated, service_role;
grant select on staff.people to authenticated;

-- Notes are seen by staff only, and added to.
create table staff.notes (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  author_id uuid not null default auth.uid(),
  words text not null check (length(btrim(words)) between 1 and 4000),
  written_at timestamptz not null default now()
);
create index notes_user_id on staff.notes (user_id, id desc);
alter table staff.notes enable row level security;
revoke all on staff.notes from anon, authenticated, service_role;
grant select, insert (user_id, words) on staff.notes to authenticated;
create policy "Staff read notes" on staff.notes for select to authenticated
  using ((select private.has_staff_role('staff')));
create policy "Staff write notes" on staff.notes for insert to authenticated
  with check ((select private.has_staff_role('staff')));
create constraint trigger must_be_logged after insert on staff.notes
  deferrable initially deferred for each row execute function staff.must_be_logged();

-- Who is blocked by staff, and what that took away. The ban itself is `auth.users.banned_until`, asked at each
-- read (decision 43).
create table staff.blocks (
  user_id uuid primary key references auth.users (id) on delete cascade,
  blocked_by uuid not null default auth.uid(),
  blocked_at timestamptz not null default now(),
  membership text not null check (membership in ('end', 'keep')),
  -- Until when the person was banned already.
  banned_before timestamptz
);
alter table staff.blocks enable row level security;
revoke all on staff.blocks from anon, authenticated, service_role;
-- The payment service is told by what stands here.
grant select (user_id, membership) on staff.blocks to service_role;

-- For rows that go with an account, which needs no entry of its own.
create function staff.must_be_logged_but_for_closed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not staff.is_on_record() and exists (
    select from auth.users where id = (to_jsonb(coalesce(new, old)) ->> 'user_id')::uuid)
  then
    raise exception 'this was not written into the log' using errcode = 'SF500';
  end if;
  return null;
end
$$;
create constraint trigger must_be_logged after insert or update or delete on staff.blocks
  deferrable initially deferred for each row execute function staff.must_be_logged_but_for_closed();

-- The first thing in every transaction in which a person may write. A request that was let in just before a block is
-- refused here, and one that is under way is waited for by the block: no write is accepted after its commit.
create function private.begin_write() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
begin
  if person is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended('writes of ' || person, 0));
    if exists (select from auth.users where id = person and banned_until > now()) then
      raise exception 'the account is blocked' using errcode = 'SF423';
    end if;
  end if;
  return '';
end
$$;
grant execute on function private.begin_write() to authenticated;

create function staff.tell_payments(person uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select queue.add('billing-block', json_build_object('userId', person), 'billing-block ' || person)
    from public.subscriptions where user_id = person and customer_id is not null
$$;

-- Answers what was before. A century is what "until somebody takes it back" is to the original, too.
create function staff.block_person(person uuid, membership text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before timestamptz;
begin
  perform staff.require('staff');
  perform staff.require_other(person);
  perform pg_advisory_xact_lock(hashtextextended('writes of ' || person, 0));
  select u.banned_until into before from auth.users as u where u.id = person and u.deleted_at is null for update;
  if not found then perform private.refuse('person_gone'); end if;
  if before > now() and exists (select from staff.blocks as b where b.user_id = person) then
    perform private.refuse('already_blocked');
  end if;
  insert into staff.blocks as known (user_id, membership, banned_before)
    values (person, membership, case when before > now() then before end)
    on conflict (user_id) do update set blocked_by = auth.uid(), blocked_at = now(),
      membership = excluded.membership, banned_before = excluded.banned_before;
  update auth.users set banned_until = now() + interval '100 years' where id = person;
  perform staff.tell_payments(person);
  return jsonb_build_object('blocked', coalesce(before > now(), false), 'until', before);
end
$$;

-- Brings back what the block took away, and no more: a ban that ran before it goes on.
create function staff.unblock_person(person uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  block staff.blocks;
  after timestamptz;
begin
  perform staff.require('staff');
  perform staff.require_other(person);
  perform from auth.users where id = person for update;
  delete from staff.blocks where user_id = person returning * into block;
  update auth.users set banned_until = case when block.banned_before > now() then block.banned_before end
    where id = person and banned_until > now() returning banned_until into after;
  if not found and block.user_id is null then perform private.refuse('not_blocked'); end if;
  perform staff.tell_payments(person);
  return jsonb_build_object('blocked', after is not null, 'until', after);
end
$$;

-- What begins to renew while its owner is blocked (paid on a page that was open, taken up again in one): it is
-- ended as the block would have ended it.
create function staff.stop_charging() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from staff.blocks where user_id = new.user_id) then
    perform staff.tell_payments(new.user_id);
  end if;
  return null;
end
$$;
create trigger stop_charging after insert or update of status, subscription_id, cancel_at_period_end
  on public.subscriptions for each row
  when (new.status in ('active', 'trialing', 'past_due', 'unpaid') and not new.cancel_at_period_end)
  execute function staff.stop_charging();

create function staff.end_sessions(person uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended int;
begin
  perform staff.require('staff');
  perform staff.require_other(person);
  delete from auth.sessions where user_id = person;
  get diagnostics ended = row_count;
  return ended;
end
$$;

grant execute on function staff.block_person(uuid, text), staff.unblock_person(uuid), staff.end_sessions(uuid)
  to authenticated;

-- The newsletter knows addresses only: a proved one of somebody who is banned gets none meanwhile.
create function private.is_blocked_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users as u
    where u.banned_until > now() and lower(u.email) = address and u.email_proved_at is not null)
$$;
grant execute on function private.is_blocked_address(text) to service_role;

create or replace function public.queue_newsletter_edition(edition uuid, most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  part json;
  queued integer := 0;
begin
  for part in
    with chosen as (
      insert into public.newsletter_deliveries (edition_id, subscriber_id)
        select edition, s.id from public.newsletter_subscribers as s
        where s.confirmed_at is not null and not private.is_blocked_address(s.email) and not exists (
          select from public.newsletter_deliveries as d
          where d.edition_id = edition and d.subscriber_id = s.id)
        limit most
      on conflict do nothing
      returning subscriber_id
    ), numbered as (
      select subscriber_id, (row_number() over () - 1) / 50 as part from chosen
    )
    select json_agg(n.subscriber_id) from numbered as n group by n.part
  loop
    perform graphile_worker.add_job('newsletter-edition',
      json_build_object('editionId', edition, 'subscriberIds', part),
      max_attempts => 12,
      priority => 10);
    queued := queued + json_array_length(part);
  end loop;
  return queued;
end
$$;
