-- Before a row is written, in the order of their numbers: 1 plain text, 2 normalized, 3 featured
-- (0010_featured_jobs.sql), 4 the rules (database/rules/jobs.sql), asked of what will be stored,
-- 5 the note of what is over.
create trigger before_1_plain_text before insert or update on public.jobs
  for each row execute function private.make_plain_text();

-- What the form makes of what was typed, and what the clock says of what was done.
create function private.normalize_job() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_person boolean := current_user in ('anon', 'authenticated');
begin
  -- What is searched for: é may be one character or two, and is the same letter.
  new.title := normalize(private.tidied(new.title), NFC);
  new.company := normalize(private.tidied(new.company), NFC);
  new.location := private.tidied(new.location);
  new.description := private.tidied(new.description);
  new.application_url := private.tidied(new.application_url);
  new.contact_name := private.tidied(new.contact_name);
  -- A line break in it is refused, not taken away: it becomes a line of a mail's head.
  if new.contact_email !~ '[\n\r]' then new.contact_email := private.trimmed(new.contact_email); end if;
  new.salary_range := private.blank_to_null(new.salary_range);
  new.requirements := private.blank_to_null(new.requirements);
  new.benefits := private.blank_to_null(new.benefits);
  new.contact_phone := private.blank_to_null(new.contact_phone);
  new.city := private.blank_to_null(new.city);
  new.region := private.blank_to_null(new.region);
  new.workplace := nullif(new.workplace, '');
  new.country := nullif(new.country, '');
  new.salary_currency := nullif(new.salary_currency, '');
  new.salary_period := nullif(new.salary_period, '');
  if new.salary_from is null and new.salary_to is null then
    new.salary_currency := null;
    new.salary_period := null;
  end if;
  if tg_op = 'INSERT' then
    if not new.is_active then new.closed_at := coalesce(new.closed_at, now()); end if;
    return new;
  end if;
  -- People say that something happened; when is for the clock to say.
  if is_person and new.filled_at is distinct from old.filled_at then
    new.filled_at := case when new.filled_at is not null then now() end;
  end if;
  if is_person and new.published_at is distinct from old.published_at then
    new.published_at := now();
  end if;
  if new.filled_at is not null and old.filled_at is null then
    new.is_active := false;
  end if;
  if new.is_active and not old.is_active then
    new.closed_at := null;
    new.filled_at := null;
    new.published_at := now();
  elsif not new.is_active then
    new.closed_at := coalesce(new.closed_at, now());
  end if;
  -- The version of the row: two editors who read the same one cannot both write.
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;
create trigger before_2_normalize_new_job before insert on public.jobs
  for each row execute function private.normalize_job();
-- The note is no change of the job: whoever is editing it keeps the version that they read.
create trigger before_2_normalize_job before update on public.jobs
  for each row when (new.is_past is not distinct from old.is_past)
  execute function private.normalize_job();

create function private.reset_is_past() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.is_past := false;
  return new;
end
$$;
create trigger before_5_reset_is_past
  before update of published_at, application_deadline, is_active, hidden_at on public.jobs
  for each row execute function private.reset_is_past();
