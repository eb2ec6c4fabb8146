import type { Format } from '../parse/media-type.ts';
import { type Output, outputList } from './build-outputs.ts';
import type { LevelSql } from './level-sql.ts';
import { placeName } from './sql.ts';

type Shown = Pick<LevelSql, 'outputs' | 'row'>;

/** What the rows `r` are made of: a table's row as it is need not be taken apart and put together again. */
export function rowList({ outputs, row }: Shown): string {
  return row ? `${row} as ${placeName(0)}` : outputList(outputs);
}

/** Written `r.*`, because `r` alone would be the caller's column of that name, if there is one. */
const rowOf = ({ row }: Shown) => (row ? `r.${placeName(0)}` : 'r.*');

/** The answer's body, made by the database out of the rows `r`. */
export function bodySql({ kind, stripNulls }: Format, shown: Shown): string {
  if (kind === 'csv') return csvSql(shown.outputs);
  const list = `json_agg(${rowOf(shown)})`;
  const rows = stripNulls ? `json_strip_nulls(${list})` : list;
  return kind === 'object' ? `(${rows}->0)::text` : `coalesce(${rows}, '[]')::text`;
}

/** The same of each row by itself. */
export function eachSql({ stripNulls }: Format, shown: Shown): string {
  const row = `row_to_json(${rowOf(shown)})`;
  return stripNulls ? `json_strip_nulls(${row})::text` : `${row}::text`;
}

/** Quoted where PostgREST quotes; an empty text, so, is another thing than nothing. */
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
