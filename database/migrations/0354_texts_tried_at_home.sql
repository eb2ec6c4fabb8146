-- Whoever tries the site with a program posts as many people and with one text, and the third of them was held back
-- without a word to the program. Where OTHER_LIMITS is wide, which is what this setting keeps, nobody's text is another's (decision 217).
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
      case when not private.are_message_limits_wide() and (select count(*) from private.recent_job_texts as t
          where t.text_hash = private.hash_of_text(job.description) and t.user_id <> job.posted_by
            and t.made_at > now() - interval '14 days') >= 2
        then 'repeated' end,
      case when is_first and private.posting_rule('jobs_review_first')::boolean then 'first-job' end], null)
  from given
$$;
