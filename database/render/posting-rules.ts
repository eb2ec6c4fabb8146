import { postingLimits } from '#domain/jobs/posting-rules.ts';
import { literal } from './sql-literals.ts';

const checks = Object.entries(postingLimits).map(
  ([
    name,
    { least, most, name: words },
  ]) => `    when jsonb_typeof(content -> '${name}') is distinct from 'number'
      or (content ->> '${name}')::numeric not between ${least} and ${most}
      or (content ->> '${name}')::numeric % 1 <> 0
      then ${literal(`${words}: a whole number, ${least} to ${most}.`)}`,
);

/** The limits of the posting rules that owners publish, however they are sent. */
export const postingRuleCheck = `create or replace function private.broken_posting_rule(content jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(content -> 'jobs_review_first') is distinct from 'boolean'
      then 'First jobs are held or not.'
${checks.join('\n')}
  end
$$;
`;
