-- Finding postings by place, pay, workplace, days, credential, skill and proof beside their words: decision 100.

create extension if not exists fuzzystrmatch with schema extensions;

-- What the search asks of a posting, in a narrow row that stands here only while the posting may be on the board. What is
-- of a fixed length comes first: where many rows are read through, it is compared in a fraction of the time.
create table private.job_search (
  created_at timestamptz not null,
  ends_at timestamptz not null,
  latitude real,
  longitude real,
  -- The most that it pays, in dollars a year.
  pay integer,
  -- What it is, where and how, as private.trait() numbers it.
  traits integer not null,
  is_featured boolean not null,
  job_id uuid primary key references public.jobs (id) on delete cascade,
  posted_by uuid not null,
  company_id uuid,
  job_type text not null,
  -- "remote", "hybrid" or "on-site", if it says so.
  workplace text,
  state text,
  -- "NC/charlotte"; of a place that is known.
  place text,
  -- One of private.known_roles(), if the title says one.
  role text,
  -- Title and company, for their parts.
  words text not null,
  -- What is asked for whole; the index has them.
  facets text[] not null
);
alter table private.job_search enable row level security;
revoke all on private.job_search from anon, authenticated;

-- What is asked for most is one number: a bit for each of these, and above them a number of the state. Nothing of what
-- there is not.
create function private.trait(facet text) returns integer
language sql immutable strict parallel safe as $$
  select case when facet like 'state __' then 1024 * array_position('{AL,AK,AZ,AR,CA,CO,CT,DE,DC,FL,GA,HI,ID,IL,IN,IA,KS,KY,LA,
      ME,MD,MA,MI,MN,MS,MO,MT,NE,NV,NH,NJ,NM,NY,NC,ND,OH,OK,OR,PA,RI,SC,SD,TN,TX,UT,VT,VA,WA,WV,WI,WY,PR,GU,VI,AS,MP}'::text[],
      substr(facet, 7))
    else 1 << array_position('{remote,hybrid,on-site,verified,wants,type Full-time,type Part-time,type Contract,type Remote,type Other}'
      ::text[], facet) - 1 end
$$;
-- Which of its bits say a trait.
create function private.trait_mask(trait integer) returns integer
language sql immutable strict parallel safe as $$ select case when trait >= 1024 then 64512 else trait end $$;

-- Every place that a posting has ever had, so that it is looked up once.
create table private.board_places (
  place text primary key,
  latitude real not null,
  longitude real not null
);
-- Every spot that one has ever had, also those of which only the ZIP code is known, so that the nearest are asked first.
create table private.board_spots (
  spot bigint primary key,
  latitude real not null,
  longitude real not null
);
alter table private.board_places enable row level security;
alter table private.board_spots enable row level security;
revoke all on private.board_places, private.board_spots from anon, authenticated;

-- Dollars a year: an hour is 2,080 of a year, a day 260. In words where there are no figures; in other money nothing.
create function private.yearly_pay(
  salary_from numeric, salary_to numeric, currency text, period text, in_words text
) returns integer
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  text_of text := regexp_replace(in_words, '40[13]\s?\(?[kb]\)?', '', 'gi');
  amounts text[];
  amount numeric := coalesce(salary_to, salary_from);
  unit text := period;
begin
  if amount is not null then
    if currency is distinct from 'USD' then return null; end if;
  else
    if text_of is null or text_of ~ '[€£¥₹]|\m(CAD|EUR|GBP|AUD|NZD|CHF|INR|MXN|PHP|SGD|ZAR)\M' then return null; end if;
    -- The last amount of a range is its most.
    for amounts in select figures from
      regexp_matches(text_of, '(\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d{1,2})?)\s?(k\M)?', 'gi') with ordinality as each (figures, place)
      where place <= 2
    loop
      amount := replace(amounts[1], ',', '')::numeric * case when amounts[2] is null then 1 else 1000 end;
    end loop;
    unit := case
      when text_of ~* '\mhours?\M|\mhr\M|/\s?h\M|hourly' then 'hour'
      when text_of ~* '\mday\M|daily' then 'day'
      when text_of ~* '\mweek(ly)?\M' then 'week'
      when text_of ~* '\mmonth(ly)?\M' then 'month'
      when text_of ~* '\myear(ly)?\M|\myr\M|annual|\mp\.?a\M' then 'year'
      when amount between 7 and 500 then 'hour'
      when amount >= 10000 then 'year' end;
  end if;
  amount := round(amount * case unit
    when 'hour' then 2080 when 'day' then 260 when 'week' then 52 when 'month' then 12 when 'year' then 1 end);
  -- Of nothing and something least() would take what is something.
  return case when amount is not null then least(amount, 2000000000) end;
end
$$;

-- The skills and proofs that people look for, as domain/known-skills.ts has them, by the words that say them.
create function private.skills_in(words text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  said constant text := ' ' || regexp_replace(lower(words), '[^a-z0-9+#]+', ' ', 'g') || ' ';
begin
  return array(select distinct known.skill from unnest(
      '{"icd 10 cm","icd 10 pcs",cpt,hcpcs,"e m coding","hcc risk adjustment","drg validation","inpatient coding",'
      '"outpatient coding","clinical documentation improvement","query writing","charge capture",'
      '"denials management","claims editing","payer policy","coding audit",compliance,"revenue integrity",'
      '"health information management","ehr workflows","prompt engineering","ai governance","model validation",'
      '"data quality",sql,"training and education",ccs,cpc,coc,crc,cdip,ccds,rhia,rhit,chda,cpma,chc,"icd 10",'
      'him,cdi,"hcc coding",denials}'::text[],
      '{icd-10-cm,icd-10-pcs,cpt,hcpcs,"e/m coding","hcc risk adjustment","drg validation","inpatient coding",'
      '"outpatient coding","clinical documentation improvement","query writing","charge capture",'
      '"denials management","claims editing","payer policy","coding audit",compliance,"revenue integrity",'
      '"health information management","ehr workflows","prompt engineering","ai governance","model validation",'
      '"data quality",sql,"training and education",ccs,cpc,coc,crc,cdip,ccds,rhia,rhit,chda,cpma,chc,icd-10-cm,'
      '"health information management","clinical documentation improvement","hcc risk adjustment",'
      '"denials management"}'::text[]) as known (phrase, skill)
    where strpos(said, ' ' || known.phrase || ' ') > 0);
end
$$;

-- What postings are for, by their titles; the first that fits. Whoever changes it writes the column anew.
create function private.known_roles() returns table (slug text, name text, pattern text)
language sql immutable parallel safe as $$
  values ('ai-governance', 'AI governance', '\m(ai|ml)\M.*(govern|policy|ethic|risk|oversight)|governance'),
    ('cdi-specialist', 'CDI specialist', '\mcdi\M|clinical documentation'),
    ('denials-specialist', 'Denials specialist', 'denial|appeals'),
    ('prior-authorization', 'Prior authorization', 'prior[- ]auth|authorization'),
    ('charge-capture', 'Charge capture', 'charge (capture|master|integrity|description)|chargemaster|\mcdm\M'),
    ('coding-auditor', 'Coding auditor', 'audit'),
    ('revenue-integrity', 'Revenue integrity', 'revenue integrity'),
    ('medical-coder', 'Medical coder', '\mcod(er|ers|ing)\M'),
    ('medical-biller', 'Medical biller', '\mbill(er|ers|ing)\M|claims|collections|accounts receivable'),
    ('revenue-cycle', 'Revenue cycle', 'revenue cycle|\mrcm\M|patient (access|financial)|reimburse'),
    ('him-specialist', 'Health information', '\mhim\M|health information|medical records|\mrhi[at]\M'),
    ('compliance', 'Compliance', 'complian|privacy'),
    ('educator', 'Educator', 'educat|faculty|instructor|trainer|teach|curriculum'),
    ('ai-specialist', 'AI specialist', '\m(ai|ml|llm)\M|machine learning|prompt|automation'),
    ('data-analyst', 'Data analyst', '\mdata\M|analy(st|tics)|informatic')
$$;
create function private.role_of(title text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select r.slug from private.known_roles() with ordinality as r (slug, name, pattern, place)
  where lower(title) ~ r.pattern order by r.place limit 1
$$;

create function private.board_row(job public.jobs, place text, state text, latitude real, longitude real)
returns private.job_search
language plpgsql stable set search_path = '' as $$
declare
  made private.job_search;
  is_remote boolean := coalesce(job.workplace = 'remote', false) or job.job_type = 'Remote'
    or (job.workplace is null and job.location ~* '\mremote\M');
begin
  made.job_id := job.id;
  made.posted_by := job.posted_by;
  made.company_id := job.company_id;
  made.ends_at := job.ends_at;
  made.is_featured := job.is_featured;
  made.created_at := job.created_at;
  made.words := lower(job.title) || E'\x1f' || lower(job.company);
  made.job_type := job.job_type;
  made.workplace := case when is_remote then 'remote' else job.workplace end;
  made.state := board_row.state;
  made.place := board_row.place;
  made.role := private.role_of(job.title);
  made.latitude := board_row.latitude;
  made.longitude := board_row.longitude;
  made.pay := private.yearly_pay(job.salary_from, job.salary_to, job.salary_currency, job.salary_period, job.salary_range);
  made.facets := array_remove(array[
      'type ' || job.job_type,
      -- A job may be both: its type says remote, and its workplace something else.
      case when is_remote then 'remote' end,
      case when job.workplace in ('hybrid', 'on-site') then job.workplace end,
      case when is_remote then 'remote from ' || case
        when board_row.state is not null then 'US-' || board_row.state
        when job.country is not null then job.country else 'anywhere' end end,
      'state ' || board_row.state,
      private.cell_of(board_row.latitude, board_row.longitude),
      case when job.credentials_wanted <> '{}' then 'wants' end,
      case when exists (select from public.companies as c
        where c.id = job.company_id and (c.proven_domain is not null or c.is_checked)) then 'verified' end
    ], null)
    || array(select 'wants ' || code from unnest(job.credentials_wanted) as code)
    || array(select 'skill ' || skill from unnest(private.skills_in(job.title || ' ' || coalesce(job.requirements, ''))) as skill);
  made.traits := (select coalesce(sum(private.trait(facet)), 0) from unnest(made.facets) as facet);
  return made;
end
$$;

-- What was written, as the search sees it. What left the board leaves the search.
create function private.keep_searched(jobs uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.job_search as s using public.jobs as j
    where s.job_id = any (jobs) and j.id = s.job_id
      and (not j.is_active or j.hidden_at is not null or j.is_past);
  with written as materialized (
    select j as job, j.location, j.city, j.region, j.country from public.jobs as j
    where j.id = any (jobs) and j.is_active and j.hidden_at is null and not j.is_past
  ), located as materialized (
    -- Many postings are at the same place: it is looked up once.
    select * from (select distinct w.location, w.city, w.region, w.country from written as w) as said,
      private.place_of_posting(said.location, said.city, said.region, said.country)
  ), made as materialized (
    select private.board_row(w.job, l.place, l.state, l.latitude, l.longitude) as row
    from written as w join located as l on l.location = w.location
      and l.city is not distinct from w.city and l.region is not distinct from w.region
      and l.country is not distinct from w.country
  ), places as (
    insert into private.board_places (place, latitude, longitude)
      select distinct on ((row).place) (row).place, (row).latitude, (row).longitude from made
      where (row).place is not null and not exists (
        select from private.board_places as b where b.place = (made.row).place)
      order by (row).place
      on conflict do nothing
  ), spots as (
    insert into private.board_spots (spot, latitude, longitude)
      select distinct on (1) private.spot_of((row).latitude, (row).longitude), (row).latitude, (row).longitude from made
      where (row).latitude is not null and not exists (select from private.board_spots as b
        where b.spot = private.spot_of((made.row).latitude, (made.row).longitude))
      order by 1
      on conflict do nothing
  )
  insert into private.job_search as s select (row).* from made
    on conflict (job_id) do update set posted_by = excluded.posted_by, company_id = excluded.company_id, ends_at = excluded.ends_at,
      is_featured = excluded.is_featured, created_at = excluded.created_at, words = excluded.words,
      job_type = excluded.job_type, workplace = excluded.workplace, state = excluded.state, place = excluded.place, role = excluded.role,
      latitude = excluded.latitude, longitude = excluded.longitude, pay = excluded.pay, traits = excluded.traits,
      facets = excluded.facets
    where s is distinct from excluded;
end
$$;
create function private.keep_written_searched() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.keep_searched(array(select id from written));
  return null;
end
$$;
create trigger search_new after insert on public.jobs
  referencing new table as written for each statement execute function private.keep_written_searched();
create trigger search_changed after update on public.jobs
  referencing new table as written for each statement execute function private.keep_written_searched();

create function private.keep_company_searched() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.keep_searched(array(select id from public.jobs where company_id = new.id and is_active and not is_past));
  return null;
end
$$;
create trigger search_company after update of proven_domain, is_checked on public.companies
  for each row when ((old.proven_domain is null and not old.is_checked) is distinct from
    (new.proven_domain is null and not new.is_checked))
  execute function private.keep_company_searched();

select private.keep_searched(array(select id from public.jobs where is_active and hidden_at is null and not is_past));

create index job_search_board_idx on private.job_search (is_featured desc, created_at desc, job_id desc);
create index job_search_pay_idx on private.job_search (pay desc, created_at desc, job_id desc) where pay is not null;
create index job_search_place_idx on private.job_search (place, created_at desc, job_id desc);
create index job_search_spot_idx on private.job_search (private.spot_of(latitude, longitude), created_at desc, job_id desc)
  where latitude is not null;
-- One index, within which the rarest of all that is asked for decides how much of it is read: decision 70.
create index job_search_idx on private.job_search
  using gin (private.pieces(words, ''), facets, (array[private.week_of(created_at)]))
  with (fastupdate = on, gin_pending_list_limit = 256);
