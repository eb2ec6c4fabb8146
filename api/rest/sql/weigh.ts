import type { Level } from '../schema/resolve.ts';
import type { Output } from './build-outputs.ts';
import type { Building, Weighed } from './building.ts';
import { quoteName } from './sql.ts';

/** How often a column may be shown before the rows are weighed. */
const mostRepeats = 3;

/** Smaller rows of a page are not weighed: a thousand of them are four megabytes. */
const smallRow = 4_096;

/** So many lists may have all the bytes of an answer each, because they hold rows of their own; more of them share these. */
const fullLists = 4;

/** What can make a page many times as large as its rows are stored: one column under many labels, or lists in rows. */
export function whatIsWeighed(level: Level): Weighed | undefined {
  const times = new Map<string, number>();
  for (const column of columnsOf(level)) times.set(column, (times.get(column) ?? 0) + 1);
  const isRepeated = [...times.values()].some((count) => count > mostRepeats);
  const lists = listsIn(level);
  if (!isRepeated && lists === 0) return undefined;
  return { by: isRepeated ? 'rows' : 'lists', share: Math.max(1, Math.ceil(lists / fullLists)) };
}

function listsIn({ embeds }: Level): number {
  return embeds.reduce((sum, embed) => sum + Number(embed.link.isMany) + listsIn(embed), 0);
}

function columnsOf({ table, items, embeds }: Level): string[] {
  const own = items.flatMap((item) => {
    if (item.kind === 'star') return [...table.columns.keys()];
    return item.kind === 'column' ? [item.field.name] : [];
  });
  return [...own.map((name) => `${table.id}.${name}`), ...embeds.flatMap(columnsOf)];
}

/**
 * The rows `r` that become a list. The statement ends, and undoes its change, as soon as they are larger than an answer
 * may be: otherwise PostgreSQL would build up to a gigabyte before anything measures it. What is embedded in a row is
 * JSON already, so that weighing it costs next to nothing.
 */
export function weighedRows(
  building: Building,
  rows: string,
  outputs: Output[],
  share = 1,
): string {
  const size = sizeOf(building, outputs);
  if (!size) return `(${rows}) as r`;
  // A change may show any number of rows. Without a limit, PostgreSQL would build what is inside a row each time that
  // the row is mentioned.
  const isPage = building.maxRows !== undefined;
  const once = isPage ? rows : `select * from (${rows}) as p offset 0`;
  const few = isPage ? ` filter (where ${size} >= ${smallRow})` : '';
  return `${lightRows(building, once, outputs)} having private.weight(${size}${share > 1 ? ` * ${share}` : ''})${few} is not null`;
}

/** The rows `r`, each weighed by itself: whatever takes a row in does so before it looks at a sum. */
export function lightRows({ weighed }: Building, rows: string, outputs: Output[]): string {
  const size = weighed && listSize(outputs);
  if (!size) return `(${rows}) as r`;
  return `(${rows}) as r where (${size} < ${smallRow} or private.add_weight(0, ${size}) is not null)`;
}

function sizeOf({ weighed, maxRows }: Building, outputs: Output[]): string | undefined {
  if (!weighed) return undefined;
  const lists = listSize(outputs);
  if (weighed.by === 'rows' || maxRows === undefined || lists === undefined)
    return 'octet_length(row_to_json(r.*)::text)';
  return lists || undefined;
}

/** What is embedded in a row; undefined if two columns have the same name. */
function listSize(outputs: Output[]): string | undefined {
  const lists = outputs.filter(({ kind }) => kind === 'json').map(({ name }) => name);
  const isClear = lists.every((list) => outputs.filter(({ name }) => name === list).length === 1);
  if (!isClear) return undefined;
  return lists.map((name) => `coalesce(pg_column_size(r.${quoteName(name)}), 0)`).join(' + ');
}
