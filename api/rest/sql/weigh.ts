import { limits } from '../limits.ts';
import type { Level } from '../schema/resolve.ts';
import type { Building } from './building.ts';

/** How often a column may be shown before the rows are weighed. */
const mostRepeats = 3;

/** Counting takes ten times as long as writing a row, and a thousand rows below this size are four megabytes. */
const smallestOfPage = 4_096;

/** Lists inside rows, or one column under many labels, can make a page many times as large as its rows are stored. */
export function needsWeighing(level: Level): boolean {
  const times = new Map<string, number>();
  for (const column of columnsOf(level)) times.set(column, (times.get(column) ?? 0) + 1);
  return listsIn(level) > 0 || [...times.values()].some((count) => count > mostRepeats);
}

/** How many lists are inside each other. It tells a list from those in its rows and around it. */
function listsIn({ embeds }: Level): number {
  return Math.max(0, ...embeds.map((embed) => listsIn(embed) + (embed.link.isMany ? 1 : 0)));
}

function columnsOf({ table, items, embeds }: Level): string[] {
  const own = items.flatMap((item) => {
    if (item.kind === 'star') return [...table.columns.keys()];
    return item.kind === 'column' ? [item.field.name] : [];
  });
  return [...own.map((name) => `${table.id}.${name}`), ...embeds.flatMap(columnsOf)];
}

/**
 * Ends the statement, and undoes its change, as soon as the rows `r` of the page or of a list are too large. Otherwise
 * PostgreSQL would build up to a gigabyte before anything measures it.
 */
export function weighed({ isWeighed, maxRows }: Building, level: Level): string {
  if (!isWeighed) return '';
  // A change may show any number of rows.
  const smallest = maxRows === undefined ? 0 : smallestOfPage;
  const counted = [limits.answerBytes, listsIn(level), smallest].join(', ');
  return ` where private.make_room(octet_length(row_to_json(r.*)::text), ${counted})`;
}

/** Once a list is whole, the next one is weighed anew: this one may belong to a row that is not on the page. */
export function wholeList({ isWeighed }: Building, level: Level, list: string): string {
  return isWeighed ? `case when private.end_list(${listsIn(level)}) then ${list} end` : list;
}
