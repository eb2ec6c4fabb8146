import { postingRuleCheck } from './posting-rules.ts';
import type { Check, TableRules } from './row-checks.ts';
import { literal } from './sql-literals.ts';
import { tableRules } from './table-rules.ts';
import { textFunctions } from './text-functions.ts';

/** The files of database/rules, generated from the rules in domain/ by `npm run db:types`. */
export function renderRules(): Map<string, string> {
  const files = new Map([
    ['texts.sql', header('What is seen of a text, and shapes') + textFunctions],
    ['postings.sql', header('How far owners may move the rules of postings') + postingRuleCheck],
  ]);
  for (const [name, { subject, tables }] of Object.entries(tableRules)) {
    files.set(`${name}.sql`, header(subject) + tables.map(renderTable).join('\n'));
  }
  return files;
}

function header(subject: string): string {
  return `-- Written by \`npm run db:types\` from domain/. Do not edit: change the rule there.
-- ${subject}.
-- Applied after the migrations, and again whenever it changed.\n\n`;
}

/**
 * Triggers, because a constraint cannot give its reason in a sentence, and would reject old rows
 * when any other column changes: after a limit is lowered, nobody could close their job.
 */
function renderTable({ table, trigger, checks }: TableRules): string {
  const name = `private.check_${table}`;
  const byColumns = Map.groupBy(checks, ({ columns }) => columns.join());
  const asked = [...byColumns.values()].map(renderChecks).join(',\n');
  return `create or replace function ${name}() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
${asked});
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger ${trigger}_check_${table} before insert or update on public.${table}
  for each row execute function ${name}();
`;
}

/** Checks only what is new or changed; null breaks no rule, except one that requires a value. */
function renderChecks(checks: Check[]): string {
  const changed = (checks[0]?.columns ?? []).map(
    (column) => `or new.${column} is distinct from old.${column}`,
  );
  const cases = checks.map(
    ({ isBroken, sentence }) => `      when ${isBroken}\n        then ${literal(sentence)}`,
  );
  return `    case when is_new ${changed.join(' ')} then case\n${cases.join('\n')}\n    end end`;
}
