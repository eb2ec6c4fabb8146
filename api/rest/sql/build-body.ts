import type { Format } from '../parse/media-type.ts';
import { type Output, outputList } from './build-outputs.ts';
import type { LevelSql } from './level-sql.ts';
import { placeName } from './sql.ts';

type Shown = Pick<LevelSql, 'outputs' | 'row'>;

/** What the rows `r` consist of: an unchanged table row need not be taken apart and put together again. */
export function rowList({ outputs, row }: Shown): string {
  return row ? `${row} as ${placeName(0)}` : outputList(outputs);
}

/** Written `r.*`, because `r` alone would mean a column that the caller named that way, if there is one. */
const rowOf = ({ row }: Shown) => (row ? `r.${placeName(0)}` : 'r.*');

/** The response's body, built by the database from the rows `r`. */
export function bodySql({ kind, stripNulls }: Format, shown: Shown): string {
  if (kind === 'csv') return csvSql(shown.outputs);
  const list = `json_agg(${rowOf(shown)})`;
  const rows = stripNulls ? `json_strip_nulls(${list})` : list;
  return kind === 'object' ? `(${rows}->0)::text` : `coalesce(${rows}, '[]')::text`;
}

/** The same for each row separately. */
export function eachSql({ stripNulls }: Format, shown: Shown): string {
  const row = `row_to_json(${rowOf(shown)})`;
  return stripNulls ? `json_strip_nulls(${row})::text` : `${row}::text`;
}

/** Quoted where PostgREST quotes, so that an empty text differs from null. */
function csvSql(outputs: Output[]): string {
  const cells = outputs.map((_, place) => {
    const text = `r.${placeName(place)}::text`;
    return `case when ${text} ~ '^$|[",()\\\\\\s]' then '"' || replace(${text}, '"', '""') || '"' else coalesce(${text}, '') end`;
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
