/**
 * A query. One with a name is prepared once per connection and reused, until others need its place.
 * A lasting one is never evicted, so there must be few of them.
 */
export type Statement = {
  text: string;
  values?: readonly unknown[];
  name?: string;
  isLasting?: boolean;
};
export type Result<Row> = { rows: Row[]; rowCount: number };
