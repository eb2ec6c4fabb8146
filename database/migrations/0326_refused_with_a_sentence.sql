-- Whatever is no address is refused in words; what only the check of the table knew came as its name. Which is one,
-- domain/ says: database/rules/texts.sql.
create or replace function private.refuse_other_letters() returns trigger
language plpgsql set search_path = '' as $$
begin
  if char_length(new.email) > 254 or not private.is_email_address(new.email) then
    raise exception using errcode = '23514', message = 'Please enter a valid email';
  end if;
  return new;
end $$;

-- A report without a word that anybody sees told staff nothing.
create or replace function private.file_profile_report(reported uuid, words text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  opened uuid;
  said text := private.tidied(words);
begin
  if said is null or char_length(said) > 1000 or not private.has_visible(said, 1) then
    raise exception 'Say what is wrong, in at most 1000 characters.' using errcode = '23514';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reports ' || auth.uid(), 0));
  if (select count(*) from staff.reports
    where reporter_id = auth.uid() and created_at > now() - interval '1 day') >= 20
  then
    raise exception 'You have sent many reports today. Continue tomorrow, or write to us.' using errcode = 'PT429';
  end if;
  -- Pressed twice, it is one.
  if exists (select from staff.reports as r join staff.cases as c on c.id = r.case_id
    where r.reporter_id = auth.uid() and c.kind = 'profile' and c.subject_id = reported
      and c.state in ('waiting', 'asked', 'answered', 'appealed'))
  then return false;
  end if;
  select staff.open_case('profile', p.user_id, p.user_id, '', p.headline, to_jsonb(p)) into opened
    from public.candidate_profiles as p where p.user_id = reported;
  if opened is null then
    raise exception 'This profile is not available.' using errcode = 'PT404';
  end if;
  perform staff.add_report(opened, auth.uid(), said, null, now());
  return true;
end $$;
