-- Written by `npm run db:types` from domain/. Do not edit: change the rule there.
-- How far owners may move the rules of postings.
-- Applied after the migrations, and again whenever it changed.

create or replace function private.broken_posting_rule(content jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(content -> 'jobs_review_first') is distinct from 'boolean'
      then 'First jobs are held or not.'
    when jsonb_typeof(content -> 'jobs_per_day') is distinct from 'number'
      or (content ->> 'jobs_per_day')::numeric not between 1 and 100000
      or (content ->> 'jobs_per_day')::numeric % 1 <> 0
      then 'Jobs of one person in a day: a whole number, 1 to 100000.'
    when jsonb_typeof(content -> 'jobs_unconfirmed_live') is distinct from 'number'
      or (content ->> 'jobs_unconfirmed_live')::numeric not between 0 and 1000
      or (content ->> 'jobs_unconfirmed_live')::numeric % 1 <> 0
      then 'Jobs on the board before the email address is confirmed: a whole number, 0 to 1000.'
  end
$$;
