-- The register of credentials: what the company awards, to whom, and what became of it. Decision 92. The schema is
-- never among those of the table API: its tables are closed to everybody, and functions are the only way in.
create schema register;
grant usage on schema register to anon, authenticated, service_role;

-- What can be awarded. `counts_toward` is the track of a course.
create table register.types (
  code text primary key check (code ~ '^[A-Z0-9-]{2,20}$'),
  kind text not null check (kind in ('tier', 'track', 'course')),
  -- The tier or the track as addresses and the quiz call it.
  slug text not null,
  part_of text references register.types (code),
  place smallint not null
);
create index types_part_of on register.types (part_of);

-- As it was when it was awarded: what is awarded already keeps its version, so none is changed.
create table register.type_versions (
  type text not null references register.types (code),
  version smallint not null check (version > 0),
  name text not null check (length(name) between 2 and 120),
  description text not null check (length(description) between 2 and 1000),
  -- What must be shown to earn it.
  must_show text[] not null check (cardinality(must_show) between 1 and 20),
  hours_from smallint not null check (hours_from > 0),
  hours_to smallint not null check (hours_to >= hours_from),
  -- Null: it stays valid.
  valid_months smallint check (valid_months > 0),
  renews_by_education boolean not null default false,
  since date not null default timezone('UTC', now())::date,
  primary key (type, version)
);

-- Which micro-certification gives how many hours of a tier. Said by staff; without a line nothing is said to be missing.
create table register.credit_rules (
  tier text not null references register.types (code),
  counts text not null references register.types (code),
  hours smallint not null check (hours between 1 and 500),
  primary key (tier, counts)
);
create index credit_rules_counts on register.credit_rules (counts);

create table register.awards (
  id uuid primary key default gen_random_uuid(),
  -- domain/credential-number.ts. Never used again, so no row of this table is ever removed.
  number char(13) not null unique check (number ~ '^[0-9A-HJKMNP-TV-Z]{13}$'),
  type text not null,
  version smallint not null,
  -- As it shall stand. Null once it is erased.
  name text check (length(name) between 2 and 120),
  -- Whose it is; until somebody claims it, the address that it was awarded to.
  user_id uuid references auth.users (id) on delete set null,
  email text check (email = lower(email) and email like '%_@_%' and length(email) <= 255),
  awarded_on date not null,
  expires_on date check (expires_on > awarded_on),
  -- By what staff know that it was earned. Seen by staff only.
  evidence text not null default '' check (length(evidence) <= 1000),
  -- Null: by a command.
  awarded_by uuid,
  awarded_at timestamptz not null default now(),
  -- Expired is said by the date: register.state_of.
  state text not null default 'active' check (state in ('active', 'suspended', 'revoked')),
  state_reason text not null default '' check (length(state_reason) <= 1000),
  state_since timestamptz,
  -- Which credential file is the current one: a correction or a renewal counts it up.
  issue smallint not null default 1,
  -- Whether search engines may show its page: by the holder's choice.
  is_listed boolean not null default false,
  -- On the candidate profile: not at all, as a seal, or with number and link.
  on_profile text not null default 'seal' check (on_profile in ('no', 'seal', 'number')),
  -- The receiver said that it is not theirs.
  disowned_at timestamptz,
  -- The account is gone, and the award stays to be checked.
  unlinked_at timestamptz,
  -- The number answers as one that never was.
  erased_at timestamptz,
  -- Of the demo content: said wherever it is shown.
  is_sample boolean not null default false,
  -- Its bit in a status list; random, so that it does not tell how many there are.
  status_list smallint not null,
  status_index integer not null check (status_index between 0 and 131071),
  replaced_by uuid references register.awards (id),
  -- Of type, address or name, and date: the same line twice awards nothing twice.
  line_key bytea unique,
  foreign key (type, version) references register.type_versions (type, version),
  unique (status_list, status_index),
  check (erased_at is null or num_nonnulls(name, user_id, email, line_key) = 0 and evidence = '' and state_reason = ''),
  check (erased_at is not null or name is not null)
);
create index awards_user_id on register.awards (user_id) where user_id is not null;
create index awards_email on register.awards (email) where email is not null;
create index awards_type on register.awards (type, version);
create index awards_order on register.awards (awarded_at desc, id desc);
create index awards_expires_on on register.awards (expires_on) where expires_on is not null;
create index awards_replaced_by on register.awards (replaced_by) where replaced_by is not null;
create index awards_disowned on register.awards (disowned_at) where disowned_at is not null;
create index awards_not_active on register.awards (status_list, status_index)
  where state <> 'active' or erased_at is not null;

create trigger before_1_plain_text before insert or update on register.awards
  for each row execute function private.make_plain_text();

-- What happened to an award, each a row of its own, without a word about the person: names are in the award alone.
create table register.history (
  id bigint generated always as identity primary key,
  award_id uuid not null references register.awards (id),
  at timestamptz not null default clock_timestamp(),
  act text not null check (act in ('award', 'claim', 'correct-name', 'renew', 'suspend', 'lift', 'revoke', 'replace',
    'readdress', 'disown', 'list', 'unlist', 'unlink', 'erase')),
  -- Staff or the holder; null for the site and for commands.
  actor_id uuid,
  state text not null,
  version smallint not null,
  issue smallint not null,
  awarded_on date not null,
  expires_on date
);
create index history_award_id on register.history (award_id, id);

create function register.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '%.% is only added to', tg_table_schema, tg_table_name using errcode = '42501';
end
$$;
create trigger refuse_change before update or delete or truncate on register.history
  for each statement execute function register.refuse_change();
create trigger refuse_change before delete or truncate on register.awards
  for each statement execute function register.refuse_change();
create trigger refuse_change before update or delete or truncate on register.type_versions
  for each statement execute function register.refuse_change();

-- Credential files that were made: one for each issue of an award, and after a change of key perhaps another. It
-- names the holder, so it goes when the award is erased.
create table register.issues (
  id uuid primary key default gen_random_uuid(),
  award_id uuid not null references register.awards (id),
  issue smallint not null check (issue > 0),
  key_id text not null check (length(key_id) between 1 and 200),
  jwt text not null check (length(jwt) <= 20000),
  issued_at timestamptz not null default now(),
  unique (award_id, issue, key_id)
);

-- An address that was asked to claim what was awarded to it. The digest is that of the link in the newest mail.
create table register.claims (
  email text primary key check (email = lower(email)),
  token_digest text unique,
  asked_at timestamptz not null default now(),
  mailed_at timestamptz,
  expires_at timestamptz not null default now() + interval '90 days'
);

-- Which reminder was sent for which end.
create table register.reminders (
  award_id uuid not null references register.awards (id),
  expires_on date not null,
  days smallint not null check (days in (90, 30, 7)),
  sent_at timestamptz not null default now(),
  primary key (award_id, expires_on, days)
);

alter table register.types enable row level security;
alter table register.type_versions enable row level security;
alter table register.credit_rules enable row level security;
alter table register.awards enable row level security;
alter table register.history enable row level security;
alter table register.issues enable row level security;
alter table register.claims enable row level security;
alter table register.reminders enable row level security;
revoke all on all tables in schema register from anon, authenticated, service_role;
-- What can be awarded is everybody's to read.
grant select on register.types, register.type_versions to anon, authenticated, service_role;
create policy "Everybody reads what can be awarded" on register.types for select using (true);
create policy "Everybody reads its versions" on register.type_versions for select using (true);
-- What signs, lists and mails runs as the service.
grant select on register.awards, register.issues to service_role;
grant insert (award_id, issue, key_id, jwt) on register.issues to service_role;

-- As of today in UTC. The day on which it expires is its last.
create function register.state_of(it register.awards) returns text
language sql stable set search_path = '' as $$
  select case when it.erased_at is not null then 'unknown'
    when it.state <> 'active' then it.state
    when it.expires_on < timezone('UTC', now())::date then 'expired'
    else 'active' end
$$;

-- All that a stranger may see, of one number: always one row, and the same for one that never was and one that was
-- erased. Whoever asks counts the client: this cannot.
create function register.check_credential(wanted text) returns table (
  is_valid boolean, state text, number text, name text, type text, kind text, slug text, title text, description text,
  must_show text[], hours_from smallint, hours_to smallint, version smallint, awarded_on date, expires_on date,
  state_since timestamptz, issue smallint, is_listed boolean, is_sample boolean, replaced_by text)
language sql stable security definer set search_path = '' rows 1 as $$
  select coalesce(known.state = 'active', false), coalesce(known.state, 'unknown'), wanted, a.name, a.type, t.kind,
    t.slug, v.name, v.description, v.must_show, v.hours_from, v.hours_to, a.version, a.awarded_on, a.expires_on,
    case when a.state <> 'active' then a.state_since end, a.issue, coalesce(a.is_listed, false),
    coalesce(a.is_sample, false),
    (select r.number::text from register.awards as r where r.id = a.replaced_by and r.erased_at is null)
  from (select) as always
    left join register.awards as a on a.number = wanted::char(13) and length(wanted) = 13 and a.erased_at is null
    left join lateral (select register.state_of(a) as state where a.id is not null) as known on true
    left join register.types as t on t.code = a.type
    left join register.type_versions as v on v.type = a.type and v.version = a.version
$$;
grant execute on function register.check_credential(text) to anon, authenticated, service_role;

-- For status lists: what is not as it was signed. What was erased counts as revoked.
create view register.status_bits as
  select status_list, status_index, state = 'revoked' or erased_at is not null as is_revoked,
    state = 'suspended' and erased_at is null as is_suspended
  from register.awards where state <> 'active' or erased_at is not null;
revoke all on register.status_bits from anon, authenticated, service_role;
grant select on register.status_bits to service_role;

-- Whether the caller holds the award of that number, and which it is: for their files.
create function register.own_award(wanted text) returns table (id uuid, issue smallint)
language sql stable security definer set search_path = '' rows 1 as $$
  select a.id, a.issue from register.awards as a
    where a.number = wanted::char(13) and length(wanted) = 13 and a.user_id = auth.uid() and a.erased_at is null
$$;
grant execute on function register.own_award(text) to authenticated;

-- The first versions, as the pages say them (app/content). How long they stay valid is the company's to say: in a
-- version of staff's.
insert into register.types (code, kind, slug, part_of, place) values
  ('CIHIS-S', 'tier', 'student', null, 1),
  ('CIHIS-AI', 'tier', 'applied-practice', null, 2),
  ('CIHIS-ED', 'tier', 'education-and-delivery', null, 3),
  ('CIHIS-HC', 'tier', 'healthcare-professionals', null, 4),
  ('CIHIS-L', 'tier', 'leadership-and-strategy', null, 5),
  ('MICRO-PE', 'track', 'prompt-engineering', null, 6),
  ('MICRO-PE-1', 'course', 'prompt-engineering', 'MICRO-PE', 7),
  ('MICRO-PE-2', 'course', 'prompt-engineering', 'MICRO-PE', 8),
  ('MICRO-PE-3', 'course', 'prompt-engineering', 'MICRO-PE', 9),
  ('MICRO-PE-4', 'course', 'prompt-engineering', 'MICRO-PE', 10),
  ('MICRO-GR', 'track', 'governance-and-rules', null, 11),
  ('MICRO-GR-1', 'course', 'governance-and-rules', 'MICRO-GR', 12),
  ('MICRO-GR-2', 'course', 'governance-and-rules', 'MICRO-GR', 13),
  ('MICRO-GR-3', 'course', 'governance-and-rules', 'MICRO-GR', 14),
  ('MICRO-GR-4', 'course', 'governance-and-rules', 'MICRO-GR', 15),
  ('MICRO-RA', 'track', 'rules-and-algorithms', null, 16),
  ('MICRO-RA-1', 'course', 'rules-and-algorithms', 'MICRO-RA', 17),
  ('MICRO-RA-2', 'course', 'rules-and-algorithms', 'MICRO-RA', 18),
  ('MICRO-RA-3', 'course', 'rules-and-algorithms', 'MICRO-RA', 19),
  ('MICRO-RA-4', 'course', 'rules-and-algorithms', 'MICRO-RA', 20);
insert into register.type_versions (type, version, name, description, must_show, hours_from, hours_to) values
  ('CIHIS-S', 1, 'Student', 'For people on the way into coding, HIM or the revenue cycle. You learn the record, the claim and the rules first, and then the tools that read them.',
    array['Follow a claim from registration to payment, and name where AI is used along the way',
      'Read a health record well enough to judge whether a suggested code is supported',
      'Write a clear prompt, and check the answer against its source',
      'Keep protected health information out of tools that are not approved for it',
      'Explain in plain words what a model can and cannot know'],
    120, 120),
  ('CIHIS-AI', 1, 'Applied Practice', 'For working coders, CDI specialists, HIM staff and revenue cycle analysts. You take the tasks you already do and learn to do them with AI, check them and document the check.',
    array['Review suggested codes against the record, and record why you accepted or changed them',
      'Draft compliant CDI queries with AI without leading the provider',
      'Sort denials by cause, and draft appeals that cite the record and the contract',
      'Look for missed charges with rules and models, and tell a finding from noise',
      'Prepare AI-assisted work for internal and external audit'],
    150, 150),
  ('CIHIS-ED', 1, 'Education and Delivery', 'For faculty, program directors and workplace trainers. You learn to place AI in a curriculum, run practice that is safe, and grade work that a tool helped to make.',
    array['Map AI competencies to the courses you already teach',
      'Design exercises on practice records that hold no patient data',
      'Write rubrics that separate the student’s judgment from the tool’s output',
      'Run a sandbox session, and recover when a tool answers badly in front of a class',
      'Keep a course current as tools, payer rules and code sets change'],
    140, 140),
  ('CIHIS-HC', 1, 'Healthcare Professionals', 'For clinicians and the people who work beside them. You learn to review AI-assisted notes before you sign them, and how the note is read by CDI, coding, billing and audit.',
    array['Review an AI-drafted note for omissions, additions and copied text',
      'Document so that severity and medical necessity can be coded from the record',
      'Answer CDI queries quickly, and see what causes them',
      'Tell patients, where your organization asks you to, how AI was used',
      'Report an unsafe or wrong output so that someone acts on it'],
    130, 130),
  ('CIHIS-L', 1, 'Leadership and Strategy', 'For managers, directors and executives. You leave with a governance plan for your own department and the measures that tell you whether AI helps.',
    array['Decide which tasks are ready for AI, and which are not',
      'Question a vendor about data, accuracy, updates and audit support',
      'Set approval, sign-off and escalation rules that people can follow',
      'Plan roles, training and staffing as the work changes',
      'Report on denials, query rates, turnaround, accuracy and audit findings'],
    180, 180),
  ('MICRO-PE', 1, 'Prompt Engineering', 'How to give a model the task, the source and the limits, so that its answer can be compared with the record.',
    array['Prompts that cite the record',
      'Appeal letters and denial summaries',
      'Compliant query drafts for CDI',
      'Checking output before it leaves your desk'],
    4, 12),
  ('MICRO-PE-1', 1, 'Prompts that cite the record', 'Ask for the line of the note behind every statement, and refuse an answer without one.',
    array['Ask for the line of the note behind every statement, and refuse an answer without one.'], 1, 3),
  ('MICRO-PE-2', 1, 'Appeal letters and denial summaries', 'From remittance codes and contract terms to a draft that a specialist can finish.',
    array['From remittance codes and contract terms to a draft that a specialist can finish.'], 1, 3),
  ('MICRO-PE-3', 1, 'Compliant query drafts for CDI', 'Drafts that present indicators and choices without leading the provider.',
    array['Drafts that present indicators and choices without leading the provider.'], 1, 3),
  ('MICRO-PE-4', 1, 'Checking output before it leaves your desk', 'A short routine for invented facts, missing facts and wrong dates.',
    array['A short routine for invented facts, missing facts and wrong dates.'], 1, 3),
  ('MICRO-GR', 1, 'Governance and Rules', 'What may be used, for which task, by whom, with whose signature, and what is kept to prove it.',
    array['Writing an AI use policy people can follow',
      'Protected health information and AI tools',
      'Who signs off, and how it is recorded',
      'Preparing AI-assisted work for audit'],
    4, 12),
  ('MICRO-GR-1', 1, 'Writing an AI use policy people can follow', 'One page of permitted, restricted and forbidden uses, with an owner for each.',
    array['One page of permitted, restricted and forbidden uses, with an owner for each.'], 1, 3),
  ('MICRO-GR-2', 1, 'Protected health information and AI tools', 'Agreements, minimum necessary data, and what never to paste.',
    array['Agreements, minimum necessary data, and what never to paste.'], 1, 3),
  ('MICRO-GR-3', 1, 'Who signs off, and how it is recorded', 'Review levels by risk, and a log that an auditor can read.',
    array['Review levels by risk, and a log that an auditor can read.'], 1, 3),
  ('MICRO-GR-4', 1, 'Preparing AI-assisted work for audit', 'Samples, evidence and answers to the questions that auditors ask.',
    array['Samples, evidence and answers to the questions that auditors ask.'], 1, 3),
  ('MICRO-RA', 1, 'Rules and Algorithms', 'The edits, rules and models behind code suggestions, charge capture and denial prediction, and how to test them.',
    array['From claim edits to machine learning',
      'Reading a model’s accuracy figures',
      'Testing charge capture and coding rules',
      'Noticing drift after go-live'],
    4, 12),
  ('MICRO-RA-1', 1, 'From claim edits to machine learning', 'What a fixed rule does, what a model does, and where each one fails.',
    array['What a fixed rule does, what a model does, and where each one fails.'], 1, 3),
  ('MICRO-RA-2', 1, 'Reading a model’s accuracy figures', 'Precision, recall and the case mix behind a vendor’s percentage.',
    array['Precision, recall and the case mix behind a vendor’s percentage.'], 1, 3),
  ('MICRO-RA-3', 1, 'Testing charge capture and coding rules', 'Build a small test set from your own work, and run it before every update.',
    array['Build a small test set from your own work, and run it before every update.'], 1, 3),
  ('MICRO-RA-4', 1, 'Noticing drift after go-live', 'What to sample, how often, and when to switch a tool off.',
    array['What to sample, how often, and when to switch a tool off.'], 1, 3);
