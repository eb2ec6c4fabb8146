-- Two rules of the house that owners publish as words: whether new accounts are opened, and what holds for postings.
-- Decision 80. They are read where they count, in the transaction that they decide, so no process can be late.

create function private.rule_words(of_kind text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select w.content from staff.words as w
    where w.kind = of_kind and w.effective_from <= now() order by w.version desc limit 1
$$;

-- What the server was set up with stands until an owner publishes something else.
create function private.posting_rule(wanted text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(private.rule_words('posting-rules') ->> wanted, private.setting(wanted))
$$;

create function private.is_sign_up_open() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.rule_words('sign-up') ->> 'state', 'open') = 'open'
$$;

-- Whoever brings the link of an invitation to staff may make the account of that address, and no other.
create function private.is_invited(address text, hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from staff.invitations as i
    where i.email = lower(address) and i.token_hash = hash and i.ends_at > now())
$$;

grant execute on function private.is_sign_up_open(), private.is_invited(text, text) to service_role;

-- Whatever way they come, these words keep to their limits.
create function staff.check_house_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  broken text;
begin
  if new.content is null then return new; end if;
  if new.kind = 'posting-rules' then
    broken := private.broken_posting_rule(new.content);
  elsif new.kind = 'sign-up' and coalesce(new.content ->> 'state', '') not in ('open', 'closed') then
    broken := 'Sign-up is open or closed.';
  end if;
  if broken is not null then raise exception using errcode = 'SF440', message = broken; end if;
  return new;
end
$$;
create trigger before_1_plain_text before insert or update on staff.words
  for each row execute function private.make_plain_text();
create trigger before_2_check_house_rules before insert on staff.words
  for each row execute function staff.check_house_rules();

create or replace function private.count_new_jobs(poster uuid, added integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most integer;
  made_today integer;
begin
  -- One request of a poster after the other; the question below then sees what the one before has written.
  perform pg_advisory_xact_lock(hashtextextended('jobs ' || poster, 0));
  if not auth.has_proved_mailbox(poster) then
    most := private.posting_rule('jobs_unconfirmed_live')::integer;
    -- One that staff have hidden counts as well.
    if (select count(*) from public.jobs
      where posted_by = poster and is_active and ends_at > now()) > most
    then
      raise exception using errcode = 'PT403', message = format('You can have %s on the board until your email address is confirmed. Confirm it with the link in our email, or close another job first.',
        case most when 1 then '1 job' else most || ' jobs' end);
    end if;
  end if;
  most := private.posting_rule('jobs_per_day')::integer;
  insert into private.job_days as known (user_id, day, made)
    values (poster, (now() at time zone 'UTC')::date, added)
    on conflict (user_id, day) do update set made = known.made + excluded.made
    returning made into made_today;
  if made_today > most then
    raise exception using errcode = 'PT429', message = format('You have posted %s today, which is the most for one day. Continue tomorrow, or write to us if you need more.',
      case most when 1 then '1 job' else most || ' jobs' end);
  end if;
end
$$;

create or replace function private.rules_that_hold(job public.jobs) returns text[]
language sql stable security definer set search_path = '' as $$
  with given as (
    select lower(concat_ws(' ', job.title, job.application_url, job.description, job.requirements, job.benefits))
        as words,
      not exists (select from public.jobs as j where j.posted_by = job.posted_by and j.id <> job.id
        and j.hidden_at is null) as is_first,
      not exists (select from public.jobs as j where j.posted_by = job.posted_by and j.id <> job.id
        and j.hidden_at is null and j.created_at < now() - interval '7 days') as is_new)
  select array_remove(array[
      case when is_new and words ~ '(^|[^a-z0-9.-])(bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|cutt\.ly|rb\.gy|ow\.ly|t\.ly|shorturl\.at|rebrand\.ly|tiny\.cc|wa\.me|t\.me)($|[^a-z0-9.-])'
        then 'short-link' end,
      case when is_new and words ~ '\m(western union|moneygram|gift cards?|bitcoin|cash ?app|(registration|application|training|background check) fee|(refundable|security) deposit)\M'
        then 'payment' end,
      case when (select count(*) from private.recent_job_texts as t
          where t.text_hash = private.hash_of_text(job.description) and t.user_id <> job.posted_by
            and t.made_at > now() - interval '14 days') >= 2
        then 'repeated' end,
      case when is_first and private.posting_rule('jobs_review_first')::boolean then 'first-job' end], null)
  from given
$$;
