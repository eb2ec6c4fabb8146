import type { Statement } from '#database/statement.ts';

/** This many entries are hashed in a fraction of a second. */
const stretch = 10_000;

/** Reads the log's hash chain after this entry. */
export function readStretch(after: number): Statement {
  return {
    name: 'staff-read-stretch',
    text: `select entries::float8, total::float8, head, next::float8, broken_at::float8
      from staff.check_log($1, $2)`,
    values: [after, stretch],
  };
}
