-- Who hires for which company, and from whom candidates hide.
--
-- "Hide from" holds against whoever hires for a company, as far as the site can know it: by what the member
-- states, by what their jobs say, and by the domain of their confirmed address. Nobody sees a candidate
-- before the first is stated and the last confirmed. What comes to it later counts from the next day and for
-- good, so that nobody finds out who hides from a company by naming it and looking who is gone.

-- One key for all the ways to write a company: "The Acme Health, Inc.", "acmehealth.com" and
-- "kim@mail.acmehealth.com" are acmehealth.
create function private.company_key(company text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := btrim(lower(normalize(company, NFKC)));
  host text := substring(words from '^(?:https?://)?(?:[^@\s/]+@|@)?((?:[^\s./@]+\.)+[a-z]{2,})(?:[/?#].*)?$');
  parts text[];
  bare text;
begin
  if host is not null then
    parts := string_to_array(host, '.');
    -- acme.co.uk is acme, as acme.com is.
    if cardinality(parts) > 2 and char_length(parts[cardinality(parts)]) = 2
      and parts[cardinality(parts) - 1] in ('ac', 'co', 'com', 'edu', 'gov', 'net', 'org')
    then words := parts[cardinality(parts) - 2];
    else words := parts[cardinality(parts) - 1];
    end if;
  else
    words := replace(words, '&', ' and ');
    bare := regexp_replace(words,
      '\m(the|inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|co|company|plc|pllc|gmbh|ag|sa)\M',
      ' ', 'g');
    if bare ~ '[[:alnum:]]' then words := bare; end if;
  end if;
  return regexp_replace(words, '[^[:alnum:]]', '', 'g');
end
$$;
grant execute on function private.company_key(text) to authenticated, service_role;

-- Who a member hires for, stated once.
create table public.employers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  company text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The company before it, while the change waits for its day, and when people changed it.
  former_company text,
  in_effect_at timestamptz not null default now(),
  changed_at timestamptz[] not null default '{}'
);
alter table public.employers enable row level security;
create policy "people manage who they hire for" on public.employers
  for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
revoke all on public.employers from anon, authenticated;
grant select (user_id, company, created_at, updated_at), insert (user_id, company),
  update (user_id, company) on public.employers to authenticated;

-- The companies that a person is tied to, and from when on it counts. A tie stays, so that a new name does
-- not open profiles that were hidden from the old one.
create table public.employer_ties (
  user_id uuid not null references auth.users (id) on delete cascade,
  company_key text not null
    constraint employer_ties_key_length check (char_length(company_key) between 1 and 300),
  since timestamptz not null,
  primary key (user_id, company_key)
);
alter table public.employer_ties enable row level security;
revoke all on public.employer_ties from anon, authenticated;

-- The day is UTC's, as everywhere on the site.
create function private.next_day() returns timestamptz
language sql stable set search_path = '' as $$
  select (date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC'
$$;

create function private.is_known_employer(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.employers where user_id = person)
    and auth.has_proved_mailbox(person)
$$;

create function private.may_see_candidates(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_active_membership(person) and private.is_known_employer(person)
$$;
grant execute on function private.may_see_candidates(uuid), private.is_known_employer(uuid)
  to authenticated, service_role;

-- Who has seen nobody yet has nothing to compare with: then a tie counts at once.
create function private.tie_counts_from(person uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when private.is_known_employer(person) then private.next_day() else now() end
$$;

create trigger before_1_plain_text before insert or update on public.employers
  for each row execute function private.make_plain_text();

create function private.note_company_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := clock_timestamp();
  if tg_op = 'INSERT' then
    new.in_effect_at := now();
    return new;
  end if;
  if private.company_key(new.company) = private.company_key(old.company) then return new; end if;
  if private.is_sent_by_people() then
    if (select count(*) from unnest(old.changed_at) as at where at > now() - interval '1 year') >= 2 then
      raise exception using errcode = 'PT409', message =
        'You have changed the company twice within a year. Write to us, and we will change it for you.';
    end if;
    new.changed_at := old.changed_at || now();
  end if;
  if old.in_effect_at <= now() then new.former_company := old.company; end if;
  new.in_effect_at := private.tie_counts_from(new.user_id);
  return new;
end
$$;
create trigger before_2_note_company_change before insert or update on public.employers
  for each row execute function private.note_company_change();

create function private.refuse_own_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() and private.calls_itself_us(new.company) then
    raise exception using errcode = '23514',
      message = 'This is our own name. Enter the company you hire for.';
  end if;
  return new;
end
$$;
create trigger before_3_refuse_own_name before insert or update of company on public.employers
  for each row execute function private.refuse_own_name();

create function private.tie_employer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.employer_ties (user_id, company_key, since)
    values (new.user_id, private.company_key(new.company), new.in_effect_at)
    on conflict do nothing;
  return null;
end
$$;
create trigger tie_employer after insert or update of company on public.employers
  for each row execute function private.tie_employer();

create function private.tie_posters(posters uuid[], companies text[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.employer_ties (user_id, company_key, since)
    select poster, key, private.tie_counts_from(poster) from (
      select distinct poster, private.company_key(company) as key
      from unnest(posters, companies) as posted (poster, company)
    ) as known where key <> ''
    on conflict do nothing
$$;

create function private.tie_new_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tie_posters(array_agg(posted_by), array_agg(company))
    from (select distinct posted_by, company from written) as posted;
  return null;
end
$$;
create trigger tie_new_jobs after insert on public.jobs
  referencing new table as written
  for each statement execute function private.tie_new_jobs();

create function private.tie_changed_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tie_posters(array_agg(posted_by), array_agg(company))
    from (select distinct n.posted_by, n.company from written as n
      join replaced as o on o.id = n.id where n.company <> o.company) as posted;
  return null;
end
$$;
create trigger tie_changed_jobs after update on public.jobs
  referencing old table as replaced new table as written
  for each statement execute function private.tie_changed_jobs();

-- The first confirmed address counts at once: until then the person saw nobody.
create function private.tie_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is null or private.company_key(new.email) = '' then return null; end if;
  insert into public.employer_ties (user_id, company_key, since)
    values (new.id, private.company_key(new.email),
      case when tg_op = 'UPDATE' and old.email_confirmed_at is not null
        then private.tie_counts_from(new.id) else now() end)
    on conflict do nothing;
  return null;
end
$$;
create trigger tie_new_address after insert on auth.users
  for each row when (new.email is not null) execute function private.tie_address();
create trigger tie_changed_address after update of email, email_confirmed_at on auth.users
  for each row when (new.email is not null
    and (new.email, new.email_confirmed_at) is distinct from (old.email, old.email_confirmed_at))
  execute function private.tie_address();

-- The companies that a person is tied to by now.
create function private.company_keys_of(person uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select company_key from public.employer_ties
    where user_id = person and since <= now())
$$;

-- The company that counts now, and that candidates read.
create function private.company_in_effect(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when in_effect_at <= now() then company else former_company end
  from public.employers where user_id = person
$$;

-- What the caller has said of themselves as an employer, for the page that asks for it.
create function public.employer_state() returns table (
  company text, next_company text, next_from timestamptz, is_confirmed boolean, changes_left integer
)
language sql stable security definer set search_path = '' as $$
  select private.company_in_effect(me.id),
    case when e.in_effect_at > now() then e.company end,
    case when e.in_effect_at > now() then e.in_effect_at end,
    auth.has_proved_mailbox(me.id),
    greatest(0, 2 - (select count(*)::integer from unnest(e.changed_at) as at
      where at > now() - interval '1 year'))
  from (select auth.uid() as id) as me left join public.employers as e on e.user_id = me.id
$$;
grant execute on function public.employer_state() to authenticated;
