import type { Column } from '../schema/schema.ts';
import type { Building } from './building.ts';
import { quoteName, quoteText } from './sql.ts';

/** Where a change's values come from, and the SQL for each of them. */
export type Source = { from: string; values: string[] };

/** Above this, separate lookups cost more, because each one scans the body. */
const mostLookups = 8;

/** A single object with a few plain columns is unpacked by the change itself, which is cheapest. */
export function objectSource(building: Building, columns: Column[]): Source {
  const isPlain = columns.every(
    ({ category, represented }) =>
      !['array', 'json', 'jsonb', 'row'].includes(category) && !represented?.fromJson,
  );
  const body = bodyOf(building);
  if (!isPlain || columns.length > mostLookups) {
    return recordSource(columns, `json_to_record(${body}::json)`);
  }
  const values = columns.map((column) =>
    written(column, `(${body}::json->>${quoteText(column.name)})`),
  );
  return { from: '', values };
}

/** JSON rows with named columns, with domain values converted by their functions. */
export function recordSource(columns: Column[], json: string, limit = ''): Source {
  const given = columns.map(({ name, type, represented }) => {
    const comesAs = represented?.fromJson ? 'json' : isDay(type) ? 'text' : type;
    return `${quoteName(name)} ${comesAs}`;
  });
  const rows = `${json} as p(${given.join(', ')})`;
  const values = columns.map(({ name }) => `p.${quoteName(name)}`);
  const isMade = columns.some(({ type, represented }) => represented?.fromJson || isDay(type));
  if (!isMade && limit === '') return { from: ` from ${rows}`, values };
  const made = columns.map((column) => {
    const { name, type, represented } = column;
    const value = `p.${quoteName(name)}`;
    if (represented?.fromJson) return `${represented.fromJson}(${value}) as ${quoteName(name)}`;
    return isDay(type) ? `${written(column, value)} as ${quoteName(name)}` : value;
  });
  return { from: ` from (select ${made.join(', ')} from ${rows}${limit}) as p`, values };
}

/** An empty date field of a form is sent as an empty text: it means no date. */
function written({ type }: Column, text: string): string {
  return isDay(type) ? `nullif(${text}, '')::${type}` : `${text}::${type}`;
}

const isDay = (type: string) => type === 'date';

export function bodyOf(building: Building): string {
  return building.parameters.bind(({ body }) => body);
}

/** A list, even if a single object was received. */
export function listOf(building: Building): string {
  return building.parameters.bind(({ list }) => list);
}
