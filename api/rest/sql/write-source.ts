import type { Column } from '../schema/schema.ts';
import type { Building } from './building.ts';
import { quoteName, quoteText } from './sql.ts';

/** Where the values of a change are, and each of them. */
export type Source = { from: string; values: string[] };

/** Each value is looked up by itself, and the body gone through for each. */
const mostLookups = 8;

/** One object with a few plain columns is taken apart by the change itself, which costs the least. */
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

/** Rows of JSON under the names of their columns, with values of a domain as a function makes them. */
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

/** A field for a day that was left empty is sent as an empty text: no day. */
function written({ type }: Column, text: string): string {
  return isDay(type) ? `nullif(${text}, '')::${type}` : `${text}::${type}`;
}

const isDay = (type: string) => type === 'date';

export function bodyOf(building: Building): string {
  return building.parameters.bind(({ body }) => body);
}

/** A list also where one object came. */
export function listOf(building: Building): string {
  return building.parameters.bind(({ list }) => list);
}
