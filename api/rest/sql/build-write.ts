import type { Format } from '../parse/media-type.ts';
import type { PageShape } from '../parse/parse-query.ts';
import type { Preferences } from '../parse/preferences.ts';
import { refuse } from '../rest-errors.ts';
import type { Level } from '../schema/resolve.ts';
import type { Column, Table } from '../schema/schema.ts';
import { bodySql, csvHeader } from './build-body.ts';
import { conditionSql } from './build-conditions.ts';
import type { Scope } from './build-fields.ts';
import { buildLevel } from './build-level.ts';
import { type Built, rowsSql } from './build-read.ts';
import { type Building, nextAlias, startBuilding } from './building.ts';
import { quoteName, tableName } from './sql.ts';

type Wishes = Pick<Preferences, 'resolution' | 'missing'>;

export type Write =
  | { kind: 'insert'; columns: string[]; conflict?: string[]; preferences: Wishes }
  | { kind: 'update'; columns: string[] }
  | { kind: 'delete' };

export type WritePlan = Built & { header: string };

export type WriteOptions = { format: Format; returns: NonNullable<Preferences['return']> };

/** Changes rows and answers with what was asked about them, in one statement. */
export function buildWrite(
  level: Level,
  page: PageShape,
  write: Write,
  { format, returns }: WriteOptions,
): WritePlan {
  const building = startBuilding();
  const alias = nextAlias(building);
  const { readers } = building.parameters;
  const changed = writeSql(building, level, alias, write);
  const count = '(select count(*) from changed) as rows';
  if (returns === 'representation') {
    // The filters choose the rows to change; what is shown of those is not filtered again.
    const shown = buildLevel(building, { ...level, conditions: [] }, alias);
    const rows = rowsSql(building, shown, `changed as ${alias}`, page, format);
    const text = `with changed as (${changed}${returning(alias, shown.uses)}) select ${bodySql(format, shown.outputs)} as body, ${count}, count(*) as shown from (${rows}) as r`;
    return { text, readers, header: format.kind === 'csv' ? csvHeader(shown.outputs) : '' };
  }
  const keys = new Set(returns === 'headers-only' ? level.table.primaryKey : []);
  const values = [...keys].map((name) => `${quoteName(name)}::text`);
  const location =
    values.length > 0
      ? `(select json_build_array(${values.join(', ')})::text from changed limit 1)`
      : 'null';
  const text = `with changed as (${changed}${returning(alias, keys)}) select null as body, ${count}, ${location} as location`;
  return { text, readers, header: '' };
}

function writeSql(building: Building, level: Level, alias: string, write: Write): string {
  const target = `${tableName(level.table.name)} as ${alias}`;
  switch (write.kind) {
    case 'insert':
      return insertSql(building, level.table, target, write);
    case 'update': {
      const columns = write.columns.map((name) => columnOf(level.table, name));
      const changes = columns.map(({ name }) => `${quoteName(name)} = p.${quoteName(name)}`);
      return `update ${target} set ${changes.join(', ')} from json_to_record(${bodyOf(building)}::json) as ${record(columns)}${where(building, level, alias)}`;
    }
    case 'delete':
      return `delete from ${target}${where(building, level, alias)}`;
  }
}

function insertSql(
  building: Building,
  table: Table,
  target: string,
  { columns: names, conflict, preferences }: Write & { kind: 'insert' },
): string {
  const columns = names.map((name) => columnOf(table, name));
  const list = columns.map(({ name }) => quoteName(name)).join(', ');
  const body = bodyOf(building);
  const after = conflictSql(table, columns, conflict, preferences);
  // Rows without any column get nothing but defaults.
  if (columns.length === 0) {
    return `insert into ${target} select from json_array_elements(${body}::json)${after}`;
  }
  const source =
    preferences.missing === 'default'
      ? `jsonb_to_recordset((select jsonb_agg(${defaultsSql(building, columns)} || e.row) from jsonb_array_elements(${body}::jsonb) as e(row)))`
      : `json_to_recordset(${body}::json)`;
  return `insert into ${target} (${list}) select ${list} from ${source} as ${record(columns)}${after}`;
}

function defaultsSql({ parameters }: Building, columns: Column[]): string {
  const pairs = columns
    .filter((column) => column.default !== null)
    .map((column) => `${parameters.bind(() => column.name)}::text, ${column.default}`);
  return `jsonb_build_object(${pairs.join(', ')})`;
}

function conflictSql(
  table: Table,
  columns: Column[],
  conflict: string[] | undefined,
  { resolution }: Wishes,
): string {
  const keys = conflict ?? table.primaryKey;
  if (!resolution || keys.length === 0) return '';
  const target = keys.map((name) => quoteName(columnOf(table, name).name)).join(', ');
  if (resolution === 'ignore-duplicates' || columns.length === 0)
    return ` on conflict (${target}) do nothing`;
  const changes = columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`);
  return ` on conflict (${target}) do update set ${changes.join(', ')}`;
}

function bodyOf(building: Building): string {
  return building.parameters.bind(({ body }) => body);
}

function record(columns: Column[]): string {
  return `p(${columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')})`;
}

function where(building: Building, level: Level, alias: string): string {
  const scope: Scope = {
    table: level.table,
    alias,
    parameters: building.parameters,
    uses: new Set(),
    embeds: new Map(),
  };
  const conditions = level.conditions.map((condition) => conditionSql(scope, condition));
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
}

function returning(alias: string, names: Set<string>): string {
  const list = [...names].map((name) => `${alias}.${quoteName(name)}`);
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
