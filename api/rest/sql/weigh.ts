import { limits } from '../limits.ts';
import type { Level } from '../schema/resolve.ts';
import type { Building } from './building.ts';

/** How often a column may be shown before the rows are weighed. */
const mostRepeats = 3;

/**
 * How many bytes the rows of a page may have together; undefined if they need not be weighed. Lists inside rows, or one
 * column under many labels, can make a page many times as large as its rows are stored.
 */
export function mostWeight(level: Level): number | undefined {
  const times = new Map<string, number>();
  for (const column of columnsOf(level)) times.set(column, (times.get(column) ?? 0) + 1);
  const lists = depthOf(level);
  const isLarge = lists > 0 || [...times.values()].some((count) => count > mostRepeats);
  // A row of a list is weighed once by itself, and again within each row around it.
  return isLarge ? limits.answerBytes * (1 + lists) : undefined;
}

/** How many lists are inside each other. */
function depthOf({ embeds }: Level): number {
  return Math.max(0, ...embeds.map((embed) => depthOf(embed) + (embed.link.isMany ? 1 : 0)));
}

function columnsOf({ table, items, embeds }: Level): string[] {
  const own = items.flatMap((item) => {
    if (item.kind === 'star') return [...table.columns.keys()];
    return item.kind === 'column' ? [item.field.name] : [];
  });
  return [...own.map((name) => `${table.id}.${name}`), ...embeds.flatMap(columnsOf)];
}

/**
 * Ends the statement, and undoes its change, as soon as the rows `r` are larger than that. Otherwise PostgreSQL would
 * build up to a gigabyte before anything measures it.
 */
export function weighed({ mostWeight: most }: Building): string {
  if (most === undefined) return '';
  return ` where private.make_room(octet_length(row_to_json(r.*)::text), ${most})`;
}
