import type { Format } from '../parse/media-type.ts';
import type { Output } from './build-outputs.ts';
import { placeName } from './sql.ts';

/**
 * The answer's body, made by the database out of the rows `r`. Written `r.*`, because `r` alone
 * would be the caller's column of that name, if there is one.
 */
export function bodySql({ kind, stripNulls }: Format, outputs: Output[]): string {
  if (kind === 'csv') return csvSql(outputs);
  const rows = stripNulls ? 'json_strip_nulls(json_agg(r.*))' : 'json_agg(r.*)';
  return kind === 'object' ? `(${rows}->0)::text` : `coalesce(${rows}, '[]')::text`;
}

function csvSql(outputs: Output[]): string {
  const cells = outputs.map((_, place) => {
    const text = `r.${placeName(place)}::text`;
    return `case when ${text} ~ '[",\\r\\n]' then '"' || replace(${text}, '"', '""') || '"' else coalesce(${text}, '') end`;
  });
  return cells.length > 0
    ? `coalesce(string_agg(concat_ws(',', ${cells.join(', ')}), E'\\n'), '')`
    : `''`;
}

export function csvHeader(outputs: Output[]): string {
  return outputs
    .map(({ name }) => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(',');
}
