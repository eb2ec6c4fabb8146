import type { Format } from '../parse/media-type.ts';
import type { Condition } from '../parse/parse-conditions.ts';
import type { PageShape } from '../parse/parse-query.ts';
import type { Preferences } from '../parse/preferences.ts';
import { refuse } from '../rest-errors.ts';
import type { Level } from '../schema/resolve.ts';
import type { Column, Table } from '../schema/schema.ts';
import { bodySql, csvHeader } from './build-body.ts';
import { conditionSql } from './build-conditions.ts';
import type { Scope } from './build-fields.ts';
import { buildLevel } from './build-level.ts';
import { type Built, weighedSql } from './build-read.ts';
import { type Building, nextAlias, startBuilding } from './building.ts';
import { quoteName, saidSql } from './sql.ts';
import { whatIsWeighed } from './weigh.ts';
import { bodyOf, listOf, objectSource, recordSource, type Source } from './write-source.ts';

type Missing = Preferences['missing'];

type Insert = {
  kind: 'insert';
  columns: string[];
  isArray: boolean;
  /** The key that identifies an existing row. */
  conflict: string[];
  resolution: Preferences['resolution'];
  missing?: Missing;
  /** What must be true of the row that a PUT writes. */
  place?: Condition[];
};
type Update = { kind: 'update'; columns: string[]; isArray: boolean; missing: Missing };
export type Write = Insert | Update | { kind: 'delete' };

export type WritePlan = Built & {
  header: string;
  /** A plain change that returns no rows: PostgreSQL reports how many it changed. */
  isBare: boolean;
};

export type WriteOptions = {
  format: Format;
  returns: NonNullable<Preferences['return']>;
  isHeard: boolean;
  /** Whether the answer's size is limited. */
  isBounded: boolean;
};

/** Changes rows and returns what was requested of them, in one statement. */
export function buildWrite(
  level: Level,
  page: PageShape,
  write: Write,
  { format, returns, isHeard, isBounded }: WriteOptions,
): WritePlan {
  const building = startBuilding(undefined, isBounded ? whatIsWeighed(level) : undefined);
  const alias = nextAlias(building);
  const { readers } = building.parameters;
  const changed = writeSql(building, level, alias, write);
  if (returns === 'minimal' && !isHeard && !isMerge(write)) {
    return { text: changed, readers, header: '', isBare: true };
  }
  const said = isHeard ? saidSql : '';
  const added = isMerge(write) ? `, ${addedSql} as added` : '';
  const count = `(select count(*) from changed) as rows${added}`;
  if (returns === 'representation') {
    // The filters choose the rows to change; the rows shown are not filtered again.
    const shown = buildLevel(building, { ...level, conditions: [] }, alias, [], 'changed');
    const rows = weighedSql(building, shown, `changed as ${alias}`, page, format);
    const text = `with changed as (${changed}${returning(level.table, alias, shown.uses)}) select ${bodySql(format, shown)} as body, ${count}, count(*) as shown${said} from ${rows}`;
    const header = format.kind === 'csv' ? csvHeader(shown.outputs) : '';
    return { text, readers, header, isBare: false };
  }
  const keys = new Set(returns === 'headers-only' ? level.table.primaryKey : []);
  const values = [...keys].map((name) => `${quoteName(name)}::text`);
  const location =
    values.length > 0
      ? `(select json_build_array(${values.join(', ')})::text from changed limit 1)`
      : 'null';
  const text = `with changed as (${changed}${returning(level.table, alias, keys)}) select null as body, ${count}, ${location} as location${said}`;
  return { text, readers, header: '', isBare: false };
}

function writeSql(building: Building, level: Level, alias: string, write: Write): string {
  const target = `${level.table.id} as ${alias}`;
  switch (write.kind) {
    case 'insert':
      return insertSql(building, level.table, target, write);
    case 'update': {
      const columns = write.columns.map((name) => columnOf(level.table, name));
      const { from, values } = changeSql(building, columns, write);
      const changes = columns.map(({ name }, place) => `${quoteName(name)} = ${values[place]}`);
      return `update ${target} set ${changes.join(', ')}${from}${where(building, level, alias)}`;
    }
    case 'delete':
      return `delete from ${target}${where(building, level, alias)}`;
  }
}

/** As in PostgREST, the first row of a list says what to change. */
function changeSql(building: Building, columns: Column[], { isArray, missing }: Update): Source {
  if (missing === 'default') {
    const first = isArray ? '->0' : '';
    const defaults = defaultsSql(building, columns);
    const object = `${defaults} || (${bodyOf(building)}::jsonb${first})`;
    return recordSource(columns, `jsonb_to_record(${object})`);
  }
  if (isArray) {
    return recordSource(columns, `json_to_recordset(${bodyOf(building)}::json)`, ' limit 1');
  }
  const { from, values } = objectSource(building, columns);
  // As a subquery, a value is computed once, however many rows are changed.
  return { from, values: from === '' ? values.map((value) => `(select ${value})`) : values };
}

function insertSql(building: Building, table: Table, target: string, write: Insert): string {
  const columns = write.columns.map((name) => columnOf(table, name));
  const list = columns.map(({ name }) => quoteName(name)).join(', ');
  const conditions = (write.place ?? []).map((condition) =>
    placeSql(building, table, write, condition),
  );
  if (isMerge(write)) conditions.push(countSql('+', '0'));
  const after = conflictSql(table, columns, write);
  // Rows without any columns only get defaults.
  if (columns.length === 0) {
    return `insert into ${target} select from json_array_elements(${listOf(building)}::json)${whereAll(conditions)}${after}`;
  }
  const { from, values } = rowsSource(building, columns, write);
  return `insert into ${target} (${list}) select ${values.join(', ')}${from}${whereAll(conditions)}${after}`;
}

function rowsSource(building: Building, columns: Column[], write: Insert): Source {
  if (write.missing === 'default') {
    const defaults = defaultsSql(building, columns);
    const rows = `select jsonb_agg(${defaults} || e.row) from jsonb_array_elements(${listOf(building)}::jsonb) as e(row)`;
    return recordSource(columns, `jsonb_to_recordset((${rows}))`);
  }
  if (write.isArray || write.place) {
    return recordSource(columns, `json_to_recordset(${listOf(building)}::json)`);
  }
  return objectSource(building, columns);
}

/** Does not write a row that does not match the key in the URL. */
function placeSql(building: Building, table: Table, { columns, conflict }: Insert, it: Condition) {
  if (!conflict.every((name) => columns.includes(name))) refusePlace();
  const { parameters } = building;
  return conditionSql(
    {
      table,
      label: table.name,
      alias: 'p',
      parameters,
      uses: new Set(),
      embeds: new Map(),
      rows: 'table',
    },
    it,
  );
}

export function refusePlace(): never {
  refuse('PGRST115', {
    message: 'Payload values do not match URL in primary key column(s)',
  });
}

function isMerge(write: Write): write is Insert {
  return (
    write.kind === 'insert' && write.resolution === 'merge-duplicates' && write.conflict.length > 0
  );
}

/**
 * Counts inserted rows, and subtracts those that turn out to exist. `xmax` would tell, but may only be read by those
 * who may read every column.
 */
function countSql(sign: '+' | '-', never: string): string {
  return `set_config('request.added', (coalesce(nullif(current_setting('request.added', true), '')::int, 0) ${sign} 1)::text, true) <> '${never}'`;
}

/** Written as another scan of the change, so that it is read after everything is done. */
const addedSql = `(select nullif(current_setting('request.added', true), '') from (select count(*) from changed) as n)`;

function defaultsSql({ parameters }: Building, columns: Column[]): string {
  const pairs = columns
    .filter((column) => column.default !== null)
    .map((column) => `${parameters.bind(() => column.name)}::text, ${column.default}`);
  return `jsonb_build_object(${pairs.join(', ')})`;
}

function conflictSql(table: Table, columns: Column[], { conflict, resolution }: Insert): string {
  if (!resolution || conflict.length === 0) return '';
  const target = conflict.map((name) => quoteName(columnOf(table, name).name)).join(', ');
  if (resolution === 'ignore-duplicates' || columns.length === 0)
    return ` on conflict (${target}) do nothing`;
  const changes = columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`);
  return ` on conflict (${target}) do update set ${changes.join(', ')} where ${countSql('-', '-1')}`;
}

function where(building: Building, level: Level, alias: string): string {
  const scope: Scope = {
    table: level.table,
    label: level.label,
    alias,
    parameters: building.parameters,
    uses: new Set(),
    embeds: new Map(),
    rows: 'table' as const,
  };
  const conditions = level.conditions.map((condition) => conditionSql(scope, condition));
  return whereAll(conditions);
}

function whereAll(conditions: string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
}

function returning({ computed, columns }: Table, alias: string, names: Set<string>): string {
  const list = [...names].map((name) => {
    const routine = columns.has(name) ? undefined : computed.get(name)?.routine;
    return routine ? `${routine}(${alias}) as ${quoteName(name)}` : `${alias}.${quoteName(name)}`;
  });
  return ` returning ${list.length > 0 ? list.join(', ') : '1'}`;
}

function columnOf(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (!column) {
    refuse('PGRST204', {
      message: `Could not find the '${name}' column of '${table.name}' in the schema cache`,
    });
  }
  return column;
}
