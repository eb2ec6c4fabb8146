import type { Condition, Filter } from '../parse/parse-conditions.ts';
import { refuse } from '../rest-errors.ts';
import { type EmbedState, type FieldSql, fieldSql, type Scope } from './build-fields.ts';

const operatorSql: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};
const searchSql: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};
const keywordSql: Record<string, string> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
};

export function conditionSql(scope: Scope, condition: Condition): string {
  const sql =
    condition.kind === 'filter'
      ? filterSql(scope, condition)
      : `(${condition.terms.map((term) => conditionSql(scope, term)).join(` ${condition.kind} `)})`;
  return condition.negated ? `not (${sql})` : sql;
}

function filterSql(scope: Scope, filter: Filter): string {
  const { field, operator, modifier } = filter;
  if (!scope.table.columns.has(field.name) && !scope.table.computed.has(field.name)) {
    const embed = scope.embeds.get(field.name);
    if (embed && field.path.length === 0) return embedSql(embed, filter);
  }
  const left = fieldSql(scope, field);
  if (operator === 'is') return `${left.sql} ${keywordSql[modifier]}`;
  if (operator in searchSql) return searchTextSql(scope, left, filter);
  if (filter.truth && left.base === 'boolean') return `${left.sql} = ${filter.truth}`;
  const isText = ['like', 'ilike', 'match', 'imatch'].includes(operator);
  const base = isText ? 'text' : left.base;
  const read = scope.parameters.bind(({ values }) =>
    operator.endsWith('like') ? values[filter.value]?.replaceAll('*', '%') : values[filter.value],
  );
  // A function may convert a text to a value of the domain; patterns are used unchanged.
  const parse = isText ? undefined : left.represented?.fromText;
  if (operator !== 'in' && modifier === '') {
    const value = parse ? `${parse}(${read}::text)` : `${read}::${base}`;
    return `${left.sql} ${operatorSql[operator]} ${value}`;
  }
  if (left.category === 'array') {
    refuse('PGRST100', {
      message: `"failed to parse filter": '${field.name}' is a list`,
      details: `in, any and all do not compare lists; use cs, cd, ov or eq.`,
    });
  }
  const word = operator === 'in' ? '= any' : `${operatorSql[operator]} ${modifier}`;
  const list = parse
    ? `select ${parse}(v.v) from unnest(${read}::text[]) as v(v)`
    : `${read}::${base}[]`;
  return `${left.sql} ${word} (${list})`;
}

function searchTextSql(
  scope: Scope,
  left: FieldSql,
  { operator, modifier, value }: Filter,
): string {
  const { bind } = scope.parameters;
  const language = modifier && `${bind(() => modifier)}::regconfig, `;
  const query = `${searchSql[operator]}(${language}${bind(({ values }) => values[value])}::text)`;
  const text = left.category === 'tsvector' ? left.sql : `to_tsvector(${language}${left.sql})`;
  return `${text} @@ ${query}`;
}

function embedSql(embed: EmbedState, filter: Filter): string {
  if (filter.operator !== 'is' || !['null', 'not_null'].includes(filter.modifier)) {
    refuse('PGRST120', {
      message: `Bad operator on the '${filter.field.name}' embedded resource`,
      details: 'Only is null or not is null filters are allowed on embedded resources',
    });
  }
  embed.isNeeded = true;
  return filter.modifier === 'null' ? embed.isMissing : `not (${embed.isMissing})`;
}
