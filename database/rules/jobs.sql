-- Written by `npm run db:types` from domain/. Do not edit: change the rule there.
-- What a job may hold, from domain/jobs/job-facts.ts, and a report of one.
-- Applied after the migrations, and again whenever it changed.

create or replace function private.check_jobs() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.title is distinct from old.title then case
      when not private.has_visible(new.title, 3)
        then 'Title must be at least 3 characters'
      when char_length(new.title) > 100
        then 'Title must be less than 100 characters'
    end end,
    case when is_new or new.company is distinct from old.company then case
      when not private.has_visible(new.company, 2)
        then 'Company must be at least 2 characters'
      when char_length(new.company) > 100
        then 'Company must be less than 100 characters'
    end end,
    case when is_new or new.job_type is distinct from old.job_type then case
      when new.job_type <> all ('{Full-time,Part-time,Contract,Remote,Other}'::text[])
        then 'Choose one of the job types'
    end end,
    case when is_new or new.location is distinct from old.location then case
      when not private.has_visible(new.location, 2)
        then 'Location must be at least 2 characters'
      when char_length(new.location) > 100
        then 'Location must be less than 100 characters'
    end end,
    case when is_new or new.client is distinct from old.client then case
      when not private.has_visible(new.client, 2)
        then 'Client must be at least 2 characters'
      when char_length(new.client) > 100
        then 'Client must be less than 100 characters'
      when private.company_key(new.client) = ''
        then 'Client must be at least 2 characters'
    end end,
    case when is_new or new.salary_range is distinct from old.salary_range then case
      when char_length(new.salary_range) > 100
        then 'Salary range must be less than 100 characters'
    end end,
    case when is_new or new.application_deadline is distinct from old.application_deadline then case
      when new.application_deadline not between '2000-01-01' and '9999-12-31'
        then 'Enter the deadline as a date'
      when current_user in ('anon', 'authenticated')
          and ((new.application_deadline + 1)::timestamp + interval '12 hours') at time zone 'UTC' <= now()
        then 'This day has passed. Choose a later day, or leave it empty'
    end end,
    case when is_new or new.application_url is distinct from old.application_url or new.applies_here is distinct from old.applies_here then case
      when (new.application_url is null) <> new.applies_here
        then 'Please enter a valid URL'
    end end,
    case when is_new or new.questions is distinct from old.questions then case
      when not private.are_job_questions(new.questions)
        then 'Write each question in 3 to 200 characters, at most five, and name 2 to 8 different choices'
    end end,
    case when is_new or new.application_url is distinct from old.application_url then case
      when not private.is_web_address(new.application_url)
        then 'Please enter a valid URL'
      when char_length(new.application_url) > 500
        then 'The URL must be less than 500 characters'
    end end,
    case when is_new or new.description is distinct from old.description then case
      when not private.has_visible(new.description, 50)
        then 'Description must be at least 50 characters'
      when char_length(new.description) > 5000
        then 'Description must be less than 5000 characters'
    end end,
    case when is_new or new.requirements is distinct from old.requirements then case
      when char_length(new.requirements) > 3000
        then 'Requirements must be less than 3000 characters'
    end end,
    case when is_new or new.benefits is distinct from old.benefits then case
      when char_length(new.benefits) > 2000
        then 'Benefits must be less than 2000 characters'
    end end,
    case when is_new or new.contact_name is distinct from old.contact_name then case
      when not private.has_visible(new.contact_name, 2)
        then 'Recruiter/Contact name is required'
      when char_length(new.contact_name) > 100
        then 'The contact name must be less than 100 characters'
    end end,
    case when is_new or new.contact_email is distinct from old.contact_email then case
      when new.contact_email !~ '^(?:[A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$'
        then 'Please enter a valid email'
      when char_length(new.contact_email) > 255
        then 'The email must be less than 255 characters'
    end end,
    case when is_new or new.contact_phone is distinct from old.contact_phone then case
      when char_length(new.contact_phone) > 50
        then 'Phone number must be less than 50 characters'
    end end,
    case when is_new or new.workplace is distinct from old.workplace then case
      when new.workplace <> all ('{on-site,hybrid,remote}'::text[])
        then 'Choose one of the workplaces'
    end end,
    case when is_new or new.city is distinct from old.city then case
      when char_length(new.city) > 100
        then 'City must be less than 100 characters'
    end end,
    case when is_new or new.region is distinct from old.region then case
      when char_length(new.region) > 100
        then 'State or region must be less than 100 characters'
    end end,
    case when is_new or new.country is distinct from old.country then case
      when new.country <> all ('{AD,AE,AF,AG,AI,AL,AM,AO,AQ,AR,AS,AT,AU,AW,AX,AZ,BA,BB,BD,BE,BF,BG,BH,BI,BJ,BL,BM,BN,BO,BQ,
        BR,BS,BT,BV,BW,BY,BZ,CA,CC,CD,CF,CG,CH,CI,CK,CL,CM,CN,CO,CR,CU,CV,CW,CX,CY,CZ,DE,DJ,DK,DM,
        DO,DZ,EC,EE,EG,EH,ER,ES,ET,FI,FJ,FK,FM,FO,FR,GA,GB,GD,GE,GF,GG,GH,GI,GL,GM,GN,GP,GQ,GR,GS,
        GT,GU,GW,GY,HK,HM,HN,HR,HT,HU,ID,IE,IL,IM,IN,IO,IQ,IR,IS,IT,JE,JM,JO,JP,KE,KG,KH,KI,KM,KN,
        KP,KR,KW,KY,KZ,LA,LB,LC,LI,LK,LR,LS,LT,LU,LV,LY,MA,MC,MD,ME,MF,MG,MH,MK,ML,MM,MN,MO,MP,MQ,
        MR,MS,MT,MU,MV,MW,MX,MY,MZ,NA,NC,NE,NF,NG,NI,NL,NO,NP,NR,NU,NZ,OM,PA,PE,PF,PG,PH,PK,PL,PM,
        PN,PR,PS,PT,PW,PY,QA,RE,RO,RS,RU,RW,SA,SB,SC,SD,SE,SG,SH,SI,SJ,SK,SL,SM,SN,SO,SR,SS,ST,SV,
        SX,SY,SZ,TC,TD,TF,TG,TH,TJ,TK,TL,TM,TN,TO,TR,TT,TV,TW,TZ,UA,UG,UM,US,UY,UZ,VA,VC,VE,VG,VI,
        VN,VU,WF,WS,YE,YT,ZA,ZM,ZW}'::text[])
        then 'Choose a country from the list'
    end end,
    case when is_new or new.credentials_wanted is distinct from old.credentials_wanted then case
      when not new.credentials_wanted <@ '{CIHIS-S,CIHIS-AI,CIHIS-ED,CIHIS-HC,CIHIS-L}'::text[] or not private.is_tidy_list(new.credentials_wanted)
        then 'Choose among the credentials'
    end end,
    case when is_new or new.salary_from is distinct from old.salary_from then case
      when new.salary_from <> round(new.salary_from, 2)
        then 'Enter an amount in figures, such as 58000 or 34.50'
      when new.salary_from <= 0 or new.salary_from > 100000000
        then 'Enter an amount above 0 and up to 100,000,000'
    end end,
    case when is_new or new.salary_to is distinct from old.salary_to then case
      when new.salary_to <> round(new.salary_to, 2)
        then 'Enter an amount in figures, such as 58000 or 34.50'
      when new.salary_to <= 0 or new.salary_to > 100000000
        then 'Enter an amount above 0 and up to 100,000,000'
    end end,
    case when is_new or new.salary_from is distinct from old.salary_from or new.salary_to is distinct from old.salary_to then case
      when new.salary_from > new.salary_to
        then 'The highest salary must not be below the lowest'
    end end,
    case when is_new or new.salary_currency is distinct from old.salary_currency then case
      when new.salary_currency <> all ('{USD,CAD,EUR,GBP,AUD,NZD,CHF,INR,MXN,PHP,SGD,ZAR}'::text[])
        then 'Choose a currency from the list'
    end end,
    case when is_new or new.salary_period is distinct from old.salary_period then case
      when new.salary_period <> all ('{hour,day,week,month,year}'::text[])
        then 'Choose a period from the list'
    end end,
    case when is_new or new.salary_from is distinct from old.salary_from or new.salary_to is distinct from old.salary_to or new.salary_currency is distinct from old.salary_currency then case
      when new.salary_currency is null and coalesce(new.salary_from, new.salary_to) is not null
        then 'Choose the currency of the salary'
    end end,
    case when is_new or new.salary_from is distinct from old.salary_from or new.salary_to is distinct from old.salary_to or new.salary_period is distinct from old.salary_period then case
      when new.salary_period is null and coalesce(new.salary_from, new.salary_to) is not null
        then 'Choose what the salary is paid for'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_4_check_jobs before insert or update on public.jobs
  for each row execute function private.check_jobs();

create or replace function private.check_job_reports() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.reason is distinct from old.reason then case
      when new.reason <> all ('{scam,misleading,discriminating,not-a-job,over,company,other}'::text[])
        then 'Choose a reason'
    end end,
    case when is_new or new.note is distinct from old.note then case
      when char_length(new.note) > 1000
        then 'The note must be less than 1000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_2_check_job_reports before insert or update on public.job_reports
  for each row execute function private.check_job_reports();
