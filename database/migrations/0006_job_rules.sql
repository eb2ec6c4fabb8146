-- The rules of domain/job.ts once more, where a caller of the API meets them, in the same words. They are
-- asked of what is new or changed: a job whose text is from elsewhere can still be closed, renewed and noted.

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
grant execute on function private.is_job_address(text), private.is_country(text)
  to authenticated, service_role;

create function private.check_job_rules() returns trigger
language plpgsql set search_path = '' as $$
declare
  broken record;
begin
  for broken in
    select rule.field, rule.message from (values
      ('title', private.has_visible(new.title, 3), 'Title must be at least 3 characters'),
      ('title', char_length(new.title) <= 100, 'Title must be less than 100 characters'),
      ('company', private.has_visible(new.company, 2),
        'Company must be at least 2 characters'),
      ('company', char_length(new.company) <= 100, 'Company must be less than 100 characters'),
      ('location', private.has_visible(new.location, 2),
        'Location must be at least 2 characters'),
      ('location', char_length(new.location) <= 100, 'Location must be less than 100 characters'),
      ('salary_range', char_length(new.salary_range) <= 100,
        'Salary range must be less than 100 characters'),
      ('application_url', private.is_job_address(new.application_url), 'Please enter a valid URL'),
      ('application_url', char_length(new.application_url) <= 500,
        'The URL must be less than 500 characters'),
      ('description', private.has_visible(new.description, 50),
        'Description must be at least 50 characters'),
      ('description', char_length(new.description) <= 5000,
        'Description must be less than 5000 characters'),
      ('requirements', char_length(new.requirements) <= 3000,
        'Requirements must be less than 3000 characters'),
      ('benefits', char_length(new.benefits) <= 2000, 'Benefits must be less than 2000 characters'),
      ('contact_name', private.has_visible(new.contact_name, 2),
        'Recruiter/Contact name is required'),
      ('contact_name', char_length(new.contact_name) <= 100,
        'The contact name must be less than 100 characters'),
      ('contact_email', private.is_email(new.contact_email), 'Please enter a valid email'),
      ('contact_email', char_length(new.contact_email) <= 255,
        'The email must be less than 255 characters'),
      ('contact_phone', char_length(new.contact_phone) <= 50,
        'Phone number must be less than 50 characters'),
      ('city', char_length(new.city) <= 100, 'City must be less than 100 characters'),
      ('region', char_length(new.region) <= 100, 'State or region must be less than 100 characters'),
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
create trigger before_4_check_job_rules before insert or update of title, company, location, salary_range,
  application_deadline, application_url, description, requirements, benefits, contact_name,
  contact_email, contact_phone, city, region, country, salary_from, salary_to, salary_currency,
  salary_period
  on public.jobs for each row execute function private.check_job_rules();
