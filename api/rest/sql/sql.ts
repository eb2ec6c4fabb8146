/** What changes from one request to the next while the SQL stays the same. */
export type Inputs = {
  values: readonly string[];
  page: { offset: number; limit?: number };
  args: ReadonlyMap<string, readonly string[]>;
  /** As it came, and as a list where one object came. */
  body: string | Buffer;
  list: string;
};
export type InputReader = (inputs: Inputs) => unknown;

/** Collects a statement's bound parameters; the only way a value gets into a statement. */
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

/** For names that come from the introspected schema, and for labels of the answer. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** For a column that another part of the statement reads: no label of the caller's can meet it. */
export function placeName(place: number): string {
  return `c${place}`;
}

/** A table or function of a schema, by which the introspected schema finds it, too. */
export function tableId(schema: string, name: string): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

/** A name of the introspected schema where SQL wants a text. */
export function quoteText(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

/** What was said of the answer while the statement ran; the last column, because it is read in turn. */
export const saidSql = `, case when current_setting('response.status', true) <> '' or current_setting('response.headers', true) <> '' then json_build_array(current_setting('response.status', true), current_setting('response.headers', true))::text end as said`;

/** PostgreSQL's text form of an array, for one bound parameter that holds a list. */
export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
