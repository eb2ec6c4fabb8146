import type { Caller, Database, Role } from '#database/database.ts';
import { BadFilter, type Condition, readFilter } from './filters.ts';
import { readWithLong } from './long-numbers.ts';
import { createMatcher, type Json, type Matcher } from './matching.ts';
import { type Column, isReadableBy, keyOf, type Table } from './tables.ts';

export type Kind = 'INSERT' | 'UPDATE' | 'DELETE';

/** What one entry of `postgres_changes` wants from each table that it names. */
export type Wish = {
  tables: string[];
  kinds: Kind[];
  matches: Matcher;
  /** What it costs for each change: one for itself, and one for each condition. */
  places: number;
  /** Undefined for all columns that the caller may read. */
  columns: string[] | undefined;
};

/** This subscription is invalid; the message is for the client. */
export class BadWish extends Error {
  override name = 'BadWish';
}

const kinds: readonly Kind[] = ['INSERT', 'UPDATE', 'DELETE'];
const mostMembers = 100;

export async function readWish(
  database: Database,
  known: Map<string, Table>,
  caller: Caller,
  params: Record<string, unknown>,
): Promise<Wish> {
  const said = readParams(params);
  const { schema, table, event, conditions, select } = said;
  const tables = [...known.values()].filter(
    (one) =>
      (schema === '*' || one.schema === schema) &&
      (table === '*' || one.name === table) &&
      isReadableBy(one, caller.role),
  );
  if (tables.length === 0) {
    throw new BadWish(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${formatParams(said)}`,
    );
  }
  for (const one of tables) {
    const readable = readableNames(one, caller.role);
    for (const condition of conditions) {
      const column = one.columns.find(({ name }) => name === condition.column);
      const wrong =
        column && readable.has(column.name)
          ? misfit(column, condition)
          : `invalid column for filter ${condition.column}`;
      if (wrong) throw fault(said, 'P0001', wrong);
    }
    for (const column of select ?? []) {
      if (!readable.has(column)) throw fault(said, 'P0001', `invalid column for select ${column}`);
    }
  }
  const [first] = tables;
  const values =
    first && conditions.length > 0 ? await canonicalValues(database, first, said) : new Map();
  return {
    tables: tables.map((one) => keyOf(one.schema, one.name)),
    kinds: event === '*' ? [...kinds] : [event],
    matches: createMatcher(
      conditions,
      (column, value) => values.get(keyOf(column, value)) ?? value,
    ),
    places: 1 + conditions.length,
    columns: select,
  };
}

/** Why a condition does not fit its column's type, in the words of the original. */
function misfit(column: Column, { operator, values }: Condition) {
  const { type, saidType, isText, isOrdered } = column;
  if (operator === 'in' && values.length > mostMembers) {
    return `too many values for \`in\` filter. Maximum ${mostMembers}`;
  }
  if (operator === 'is') {
    const [word = ''] = values;
    if (!['null', 'true', 'false', 'unknown'].includes(word)) {
      return 'invalid value for is filter: must be null, true, false, or unknown';
    }
    if (word !== 'null' && type !== 'bool') {
      return `is ${word} filter requires a boolean column, got ${saidType}`;
    }
  }
  if (operator.endsWith('like') && !isText) {
    const words = `operator does not exist: ${saidType} ${signs[operator]} ${saidType}`;
    return unsupported(column, operator, words);
  }
  if (orders.has(operator) && !isOrdered) {
    return unsupported(column, operator, 'its values have no order here');
  }
  return undefined;
}

const orders = new Set(['lt', 'lte', 'gt', 'gte']);

/** How SQL writes the operators of filters. */
const signs: Record<string, string> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  in: '=',
  isdistinct: '=',
  like: '~~',
  ilike: '~~*',
};

function unsupported({ name, saidType }: Column, operator: string, why: string): string {
  return `operator ${operator} is not supported on column ${name} of type ${saidType}: ${why}`;
}

export function readableNames(table: Table, role: Role): Set<string> {
  return new Set(
    table.columns.filter(({ readers }) => readers.includes(role)).map(({ name }) => name),
  );
}

type Params = {
  schema: string;
  table: string;
  event: Kind | '*';
  conditions: Condition[];
  select: string[] | undefined;
};

function readParams({ schema, table, event, filter, select }: Record<string, unknown>): Params {
  if (typeof schema !== 'string' && typeof table !== 'string') {
    throw new BadWish(
      'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: <redacted>',
    );
  }
  const named = {
    schema: typeof schema === 'string' ? schema : 'public',
    table: typeof table === 'string' ? table : '*',
  };
  const wanted = typeof event === 'string' ? event.toUpperCase() : '*';
  const columns = readSelect(select);
  if (columns && (named.schema === '*' || named.table === '*')) {
    throw new BadWish(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    );
  }
  return {
    ...named,
    event: kinds.find((kind) => kind === wanted) ?? '*',
    conditions: readConditions(filter),
    select: columns,
  };
}

function readSelect(select: unknown): string[] | undefined {
  if (typeof select === 'string') {
    throw new BadWish(
      'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    );
  }
  if (!Array.isArray(select)) return undefined;
  const columns = new Set(select.filter((column) => typeof column === 'string'));
  return columns.size > 0 ? [...columns] : undefined;
}

function readConditions(filter: unknown): Condition[] {
  if (typeof filter !== 'string') return [];
  try {
    return readFilter(filter);
  } catch (error) {
    if (!(error instanceof BadFilter)) throw error;
    throw new BadWish(`Error parsing \`filter\` params: ${error.message}`);
  }
}

/** Converts the values of a filter to how their columns' types are written: `1.0` is no valid integer. */
async function canonicalValues(
  database: Database,
  table: Table,
  said: Params,
): Promise<Map<string, Json>> {
  const pairs = said.conditions
    .filter(({ operator }) => !['is', 'like', 'ilike'].includes(operator))
    .flatMap(({ column, operator, values }) =>
      operator === 'isdistinct' && values[0] === 'null'
        ? []
        : values.map((value) => [column, value, operator] as const),
    );
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const typed = pairs.map(([column], place) => `$${place + 1}::text::${columns.get(column)?.cast}`);
  // The null comparison is never executed, but makes PostgreSQL report types that cannot be compared like this.
  const texts = typed.map((value, place) => {
    const sign = signs[pairs[place]?.[2] ?? 'eq'];
    return `case when false then to_jsonb(${value} ${sign} ${value}) else to_jsonb(${value}) end`;
  });
  try {
    const [, { rows }] = await database.asService.queryAll<[unknown, { values: string }]>([
      { text: `select set_config('TimeZone', 'UTC', true)` },
      {
        text: `select to_jsonb(array[${texts}]::jsonb[])::text as values`,
        values: pairs.map(([, value]) => value),
      },
    ]);
    const values = readWithLong(rows[0]?.values ?? '[]') as Json[];
    return new Map(
      pairs.map(([column, value], place) => [keyOf(column, value), values[place] ?? value]),
    );
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    // Not a valid value of the type, or one that a domain rejects.
    if (/^2[23]/.test(code)) throw fault(said, code, message);
    const condition = said.conditions.find(({ column, operator }) => {
      const type = columns.get(column)?.saidType;
      return message === `operator does not exist: ${type} ${signs[operator]} ${type}`;
    });
    const column = columns.get(condition?.column ?? '');
    if (!condition || !column) throw error;
    throw fault(said, 'P0001', unsupported(column, condition.operator, message));
  }
}

/** The names of PostgreSQL's errors where the original shows them: those that a value can cause. */
const errorNames: Record<string, string> = {
  '22003': 'numeric_value_out_of_range',
  '22007': 'invalid_datetime_format',
  '22008': 'datetime_field_overflow',
  '22P02': 'invalid_text_representation',
  '23514': 'check_violation',
  P0001: 'raise_exception',
};

function fault(said: Params, code: string, message: string): BadWish {
  const reason = `ERROR ${code} (${errorNames[code] ?? 'data_exception'}) ${message}`;
  return new BadWish(
    `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${formatParams(said)}. Exception: ${reason}`,
  );
}

function formatParams({ event, schema, table, conditions, select }: Params): string {
  const filters = conditions.map(({ column, operator, values, isNegated }) => {
    const value = operator === 'in' ? `{${values.join(',')}}` : (values[0] ?? '');
    return `{${[column, operator, value].map((word) => JSON.stringify(word)).join(', ')}, ${isNegated}}`;
  });
  const columns = select ? `[${select.map((name) => JSON.stringify(name)).join(', ')}]` : 'nil';
  return `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${filters.join(', ')}], select: ${columns}]`;
}
