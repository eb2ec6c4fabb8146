-- The rules of domain/job.ts once more, where a caller of the API meets them, in the same words. They are
-- asked of what is new or changed: a posting from before them can still be closed, renewed and noted.

-- What people see of a text: the characters that `unseen` in domain/job-facts.ts leaves.
create function private.seen(value text) returns text
language sql immutable strict parallel safe as $$
  select private.tidied(regexp_replace(value, '[\u0001-\u0008\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'))
$$;

-- Whether it has so much to see; the beginning of a long text mostly tells.
create function private.shows(value text, fewest integer) returns boolean
language sql immutable parallel safe as $$
  select char_length(private.seen(left(value, 2 * fewest))) >= fewest
    or char_length(private.seen(value)) >= fewest
$$;

-- As zod's email() reads it.
create function private.is_email(address text) returns boolean
language sql immutable strict parallel safe as $$
  select address ~ '^([A-Za-z0-9_''+-]+\.)*[A-Za-z0-9_''+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$'
$$;

-- isWebAddress of domain/job-facts.ts; a host in other letters is to be sent as xn--….
create function private.is_job_address(address text) returns boolean
language sql immutable strict parallel safe as $$
  select address ~ ('^[Hh][Tt][Tt][Pp][Ss]?://'
    || '(([A-Za-z0-9_-]+\.)*[A-Za-z][A-Za-z0-9_-]*\.?'
    || '|((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]))'
    || '(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4}))?'
    || '([/?#][^ \t\n\v\f\r\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]*)?$')
$$;

-- The countries of domain/countries.ts.
create function private.is_country(code text) returns boolean
language sql immutable strict parallel safe as $$
  select code = any ('{
    AD,AE,AF,AG,AI,AL,AM,AO,AQ,AR,AS,AT,AU,AW,AX,AZ,BA,BB,BD,BE,BF,BG,BH,BI,BJ,
    BL,BM,BN,BO,BQ,BR,BS,BT,BV,BW,BY,BZ,CA,CC,CD,CF,CG,CH,CI,CK,CL,CM,CN,CO,CR,
    CU,CV,CW,CX,CY,CZ,DE,DJ,DK,DM,DO,DZ,EC,EE,EG,EH,ER,ES,ET,FI,FJ,FK,FM,FO,FR,
    GA,GB,GD,GE,GF,GG,GH,GI,GL,GM,GN,GP,GQ,GR,GS,GT,GU,GW,GY,HK,HM,HN,HR,HT,HU,
    ID,IE,IL,IM,IN,IO,IQ,IR,IS,IT,JE,JM,JO,JP,KE,KG,KH,KI,KM,KN,KP,KR,KW,KY,KZ,
    LA,LB,LC,LI,LK,LR,LS,LT,LU,LV,LY,MA,MC,MD,ME,MF,MG,MH,MK,ML,MM,MN,MO,MP,MQ,
    MR,MS,MT,MU,MV,MW,MX,MY,MZ,NA,NC,NE,NF,NG,NI,NL,NO,NP,NR,NU,NZ,OM,PA,PE,PF,
    PG,PH,PK,PL,PM,PN,PR,PS,PT,PW,PY,QA,RE,RO,RS,RU,RW,SA,SB,SC,SD,SE,SG,SH,SI,
    SJ,SK,SL,SM,SN,SO,SR,SS,ST,SV,SX,SY,SZ,TC,TD,TF,TG,TH,TJ,TK,TL,TM,TN,TO,TR,
    TT,TV,TW,TZ,UA,UG,UM,US,UY,UZ,VA,VC,VE,VG,VI,VN,VU,WF,WS,YE,YT,ZA,ZM,ZW}'::text[])
$$;

create function private.keep_job_rules() returns trigger
language plpgsql set search_path = '' as $$
declare
  broken record;
begin
  for broken in
    select rule.field, rule.message from (values
      ('title', private.shows(new.title, 3), 'Title must be at least 3 characters'),
      ('title', char_length(new.title) <= 100, 'Title must be less than 100 characters'),
      ('company', private.shows(new.company, 2),
        'Company must be at least 2 characters'),
      ('company', char_length(new.company) <= 100, 'Company must be 100 characters or fewer'),
      ('location', private.shows(new.location, 2),
        'Location must be at least 2 characters'),
      ('location', char_length(new.location) <= 100, 'Location must be 100 characters or fewer'),
      ('salary_range', char_length(new.salary_range) <= 100,
        'Salary range must be 100 characters or fewer'),
      ('application_url', private.is_job_address(new.application_url), 'Please enter a valid URL'),
      ('application_url', char_length(new.application_url) <= 500,
        'The URL must be 500 characters or fewer'),
      ('description', private.shows(new.description, 50),
        'Description must be at least 50 characters'),
      ('description', char_length(new.description) <= 5000,
        'Description must be 5000 characters or fewer'),
      ('requirements', char_length(new.requirements) <= 3000,
        'Requirements must be 3000 characters or fewer'),
      ('benefits', char_length(new.benefits) <= 2000, 'Benefits must be 2000 characters or fewer'),
      ('contact_name', private.shows(new.contact_name, 2),
        'Recruiter/Contact name is required'),
      ('contact_name', char_length(new.contact_name) <= 100,
        'The contact name must be 100 characters or fewer'),
      ('contact_email', private.is_email(new.contact_email), 'Please enter a valid email'),
      ('contact_email', char_length(new.contact_email) <= 255,
        'The email must be 255 characters or fewer'),
      ('contact_phone', char_length(new.contact_phone) <= 50,
        'Phone number must be 50 characters or fewer'),
      ('city', char_length(new.city) <= 100, 'City must be 100 characters or fewer'),
      ('region', char_length(new.region) <= 100, 'State or region must be 100 characters or fewer'),
      ('country', private.is_country(new.country), 'Choose a country of the list'),
      ('salary_from', new.salary_from > 0 and new.salary_from <= 100000000,
        'Enter an amount above 0 and up to 100,000,000'),
      ('salary_to', new.salary_to > 0 and new.salary_to <= 100000000,
        'Enter an amount above 0 and up to 100,000,000'),
      ('salary_to', new.salary_from <= new.salary_to,
        'The highest salary must not be below the lowest'),
      ('salary_currency', new.salary_currency is not null
        or coalesce(new.salary_from, new.salary_to) is null, 'Choose the currency of the salary'),
      ('salary_period', new.salary_period is not null
        or coalesce(new.salary_from, new.salary_to) is null, 'Choose what the salary is paid for'),
      -- People set no deadline that is over already; the day ends last at UTC-12.
      ('application_deadline', current_user not in ('anon', 'authenticated')
        or ((new.application_deadline + 1)::timestamp + interval '12 hours') at time zone 'UTC' > now(),
        'This day has passed. Choose a day to come, or leave it empty')
    ) as rule (field, is_kept, message) where rule.is_kept is false
  loop
    if tg_op = 'INSERT'
      or to_jsonb(new) -> broken.field is distinct from to_jsonb(old) -> broken.field
    then raise exception using errcode = '23514', message = broken.message;
    end if;
  end loop;
  return new;
end
$$;
-- Cents, as they were sent: a column of two decimals rounds what it should refuse.
alter table public.jobs
  alter column salary_from type numeric,
  alter column salary_to type numeric,
  add constraint jobs_salary_from_cents
    check (salary_from = round(salary_from, 2)),
  add constraint jobs_salary_to_cents check (salary_to = round(salary_to, 2));

-- What the form makes of a field that holds nothing: null, and no currency without an amount.
create function private.told(value text) returns text
language sql immutable parallel safe as $$
  select case when private.shows(value, 1) then private.tidied(value) end
$$;
create or replace function private.keep_job() returns trigger
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
  new.salary_range := private.told(new.salary_range);
  new.requirements := private.told(new.requirements);
  new.benefits := private.told(new.benefits);
  new.contact_phone := private.told(new.contact_phone);
  new.city := private.told(new.city);
  new.region := private.told(new.region);
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

update public.jobs set title = normalize(title, NFC), company = normalize(company, NFC)
  where (title is not nfc normalized or company is not nfc normalized)
    and char_length(normalize(title, NFC)) <= 100 and char_length(normalize(company, NFC)) <= 100;

-- As before, with the term composed as the titles are.
create or replace function public.search_jobs(
  q text default '', type text default '',
  after_featured boolean default null, after_created_at timestamptz default null,
  after_id uuid default null
)
returns table (
  id uuid, title text, company text, job_type text, location text, salary_range text,
  application_url text, description text, created_at timestamptz, application_deadline date,
  workplace text, city text, region text, country text, salary_from numeric, salary_to numeric,
  salary_currency text, salary_period text, ends_at timestamptz, updated_at timestamptz,
  is_featured boolean, has_more boolean, matches integer, is_exact boolean
)
language sql stable set search_path = '' as $$
  select j.id, j.title, j.company, j.job_type, j.location, j.salary_range, j.application_url,
    left(j.description, 400), j.created_at, j.application_deadline, j.workplace, j.city, j.region,
    j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period, j.ends_at,
    j.updated_at, j.is_featured, cardinality(found.ids) > 20, found.matches,
    found.is_exact
  from private.find_jobs(
      left(lower(normalize(private.trimmed(coalesce(q, '')), NFC)), 100), coalesce(type, ''),
      coalesce(after_featured, true), coalesce(after_created_at, 'infinity'),
      coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), after_id is null) as found,
    unnest(found.ids[1:20]) with ordinality as shown (id, place)
    join public.jobs as j on j.id = shown.id
  order by shown.place
$$;

grant execute on function private.seen(text), private.is_email(text), private.is_job_address(text),
  private.is_country(text), private.shows(text, integer), private.told(text)
  to authenticated, service_role;

-- After keep_job, by its name: what is asked is what will be stored.
create trigger keep_job_rules before insert or update of title, company, location, salary_range,
  application_deadline, application_url, description, requirements, benefits, contact_name,
  contact_email, contact_phone, city, region, country, salary_from, salary_to, salary_currency,
  salary_period
  on public.jobs for each row execute function private.keep_job_rules();
