-- What somebody had of a company stays with it when they go, and what they could do for it goes with them.

-- The logo that they brought was removed with their account. The link of a mail still renewed postings of the company,
-- and took their deadline away, for a month after its recruiter had left.
create or replace function private.hand_over(person uuid, company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  heir uuid;
begin
  perform private.lock_company(company);
  select m.user_id into heir from public.company_members as m
    where m.company_id = hand_over.company and m.user_id <> person
    order by array_position(array['admin', 'recruiter', 'viewer'], m.role), m.user_id is distinct from auth.uid(),
      m.joined_at, m.user_id limit 1;
  if heir is null then return; end if;
  update public.company_members set role = 'admin' where company_id = hand_over.company and user_id = heir and role <> 'admin';
  delete from public.job_renewal_tokens as t using public.jobs as j
    where j.id = t.job_id and j.company_id = hand_over.company and j.posted_by = person;
  -- What comes first on the board came with the membership of who left.
  update public.jobs set posted_by = heir, is_featured = false where company_id = hand_over.company and posted_by = person;
  update public.conversations as c set member_id = heir
    where c.company_id = hand_over.company and c.member_id = person and c.candidate_id is distinct from heir;
  update public.conversations as c set member_id = null
    where c.company_id = hand_over.company and c.member_id = person;
  update public.saved_candidates set user_id = heir where company_id = hand_over.company and user_id = person;
  begin
    update storage.objects as o set owner = heir, owner_id = heir::text from public.companies as c
      where c.id = hand_over.company and o.bucket_id = 'company-logos' and o.name = c.logo and o.owner_id = person::text;
  -- No room among the files of the heir: nobody stays in a company for that.
  exception when sqlstate 'PT413' then null;
  end;
end $$;

-- Tasks that wait for a mail server, or have failed for good, name the address that they are for. One of them, a link
-- to sign in by, makes an account where there is none.
create function private.drop_tasks_to(address text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs as j
    where address in (
      lower(j.payload ->> 'to'), lower(j.payload ->> 'email'), lower(j.payload #>> '{recipient,address}'))));
end $$;
revoke execute on function private.drop_tasks_to(text) from public;

-- Invitations are sent to an address, too, and could be sent again to somebody who had deleted the account. Decision 44.
create or replace function private.leave_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.has_proved_mailbox(old.id) then
    delete from public.newsletter_subscribers where email = lower(old.email);
    delete from public.alerts where email = lower(old.email);
    delete from private.alert_tokens where lower(old.email) in (stops_for, email);
    delete from public.company_invitations where email = lower(old.email);
    delete from private.invitation_mails where email = lower(old.email);
    perform private.drop_tasks_to(lower(old.email));
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- Mails that anybody asks for, to whatever address they type. What follows a plus sign is the same box, as everywhere
-- else where mails are counted (api/limits): one client sent 240 a day to one.
create function private.box_of(address text) returns text
language sql immutable parallel safe strict set search_path = '' as $$
  select regexp_replace(lower(address), '\+[^@]*(?=@)', '')
$$;
revoke execute on function private.box_of(text) from public;

create or replace function public.subscribe_to_newsletter(address text, consent_version integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  client text := nullif(current_setting('request.headers', true), '')::json ->> 'x-client-address';
  mailbox text := lower(btrim(address));
  subscriber uuid;
  consent text := (select text from private.newsletter_consents where version = consent_version);
begin
  if consent is null then
    raise exception using errcode = '22023',
      message = 'These are not the words of the form. Load the page again.';
  end if;
  if not public.take_newsletter_try('client ' || coalesce(client, ''), 10, interval '1 hour') then
    return false;
  end if;
  insert into public.newsletter_subscribers as known (email, consent_text)
    values (mailbox, consent)
    on conflict (email) do update
    set consent_text = excluded.consent_text, consented_at = excluded.consented_at
    where known.confirmed_at is null
    returning id into subscriber;
  if subscriber is not null
    and public.take_newsletter_try('address ' || private.box_of(mailbox), 1, interval '10 minutes')
  then
    perform queue.add('newsletter-mail',
      json_build_object('kind', 'newsletter-confirm', 'subscriberId', subscriber),
      'newsletter-confirm ' || subscriber);
  end if;
  return true;
end
$$;

create or replace function public.ask_for_alert(
  mailbox text, consent_version integer, conditions jsonb default '{}', address text default '',
  rhythm text default 'daily', weekday integer default 1, hour integer default 8,
  time_zone text default 'America/New_York'
) returns boolean language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  client text := coalesce(nullif(current_setting('request.headers', true), '')::json ->> 'x-client-address', '');
  receiver text := lower(btrim(mailbox));
  consent text := (select c.text from private.alert_consents as c where c.version = consent_version);
  search bigint;
begin
  if consent is null then
    raise exception using errcode = '22023', message = 'These are not the words of the form. Load the page again.';
  end if;
  if not public.take_newsletter_try('alerts of client ' || client, 10, interval '1 hour')
    or not public.take_newsletter_try('alerts of client ' || client || ' for ' || receiver, 10, interval '1 day')
  then
    return false;
  end if;
  search := private.keep_search('jobs', conditions);
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || receiver, 0));
  -- Anew and not changed, so that a yes to what a page showed is none to what came since.
  delete from public.alerts as a where a.email = receiver and a.search_id = search and a.confirmed_at is null;
  insert into public.alerts (email, kind, address, search_id, rhythm, weekday, hour, time_zone, consent_text)
    values (receiver, 'jobs', coalesce(address, ''), search, rhythm, weekday, hour, time_zone, consent)
    on conflict on constraint alerts_once_for_address do nothing;
  delete from public.alerts as a where a.id in (
    select w.id from public.alerts as w where w.email = receiver and w.confirmed_at is null
    order by w.created_at desc, w.id offset 50);
  -- Whoever types the addresses of others gets them one mail a day at most, in which nothing of theirs stands.
  if exists (select from public.alerts as a where a.email = receiver and a.confirmed_at is null)
    and not private.is_blocked_address(receiver)
    and public.take_newsletter_try('alerts of address ' || private.box_of(receiver), 1, interval '1 day')
  then
    perform queue.add('alert-confirm-mail', json_build_object('email', receiver), 'alert confirm ' || receiver);
  end if;
  return true;
end $$;
