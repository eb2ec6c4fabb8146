/** What differs between requests while the SQL stays the same. */
export type Inputs = {
  values: readonly string[];
  page: { offset: number; limit?: number };
  args: ReadonlyMap<string, readonly string[]>;
  /** As received, and as a list if a single object was received. */
  body: string | Buffer;
  list: string;
};
export type InputReader = (inputs: Inputs) => unknown;

/** Collects a statement's bound parameters; the only way to get a value into a statement. */
export type Parameters = { bind(read: InputReader): string; readers: InputReader[] };

export function createParameters(): Parameters {
  const readers: InputReader[] = [];
  return {
    readers,
    bind(read) {
      readers.push(read);
      return `$${readers.length}`;
    },
  };
}

/** For names from the introspected schema, and for labels in the response. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** For a column that another part of the statement reads: it cannot collide with the caller's labels. */
export function placeName(place: number): string {
  return `c${place}`;
}

/** A table or function with its schema, which is also its key in the introspected schema. */
export function tableId(schema: string, name: string): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

/** A name from the introspected schema as an SQL string. */
export function quoteText(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

/**
 * The status and headers that were set while the statement ran; the last column, because columns are evaluated in
 * order.
 */
export const saidSql = `, case when current_setting('response.status', true) <> '' or current_setting('response.headers', true) <> '' then json_build_array(current_setting('response.status', true), current_setting('response.headers', true))::text end as said`;

/** PostgreSQL's text form of an array, for a bound parameter that contains a list. */
export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
