import type { Caller } from '#database/database.ts';
import type { Frame } from '../frames.ts';
import type { Listener } from './listeners.ts';
import type { Row } from './matching.ts';
import { type Kind, readableNames } from './subscriptions.ts';
import type { Table } from './tables.ts';

export type Change = { schema: string; table: string; type: Kind; at: string; row: Row };

/** Listeners who may read the same columns get the same bytes. */
export function handOut(table: Table, one: Change, those: Listener[]) {
  const texts = new Map<string, { data: string; written: Map<string, Frame> }>();
  for (const own of byHearer(those)) {
    const [{ hearer }] = own;
    const byColumns =
      own.length === 1
        ? [[columnsOf(own[0]), own] as const]
        : Map.groupBy(own, (listener) => columnsOf(listener));
    for (const [columns, some] of byColumns) {
      const kind = `${hearer.caller.role} ${columns}`;
      const known = texts.get(kind);
      const { data, written } = known ?? {
        data: formatChange(table, one, hearer.caller, some[0]?.wish.columns),
        written: new Map(),
      };
      if (!known) texts.set(kind, { data, written });
      hearer.hearChange(
        some.map(({ id }) => id),
        one.type,
        data,
        written,
      );
    }
  }
}

const columnsOf = ({ wish }: Listener) => wish.columns?.join('\n') ?? '*';

/** Groups the listeners of each channel: they are adjacent, in the order in which they were added. */
function* byHearer(those: readonly Listener[]): Generator<[Listener, ...Listener[]]> {
  let own: [Listener, ...Listener[]] | undefined;
  for (const listener of those) {
    if (own && own[0].hearer === listener.hearer) own.push(listener);
    else {
      if (own) yield own;
      own = [listener];
    }
  }
  if (own) yield own;
}

/** In the original's format: new values of granted columns, and only the key of old rows. */
function formatChange(
  table: Table,
  { schema, table: name, type, at, row }: Change,
  { role }: Caller,
  wanted: string[] | undefined,
): string {
  const readable = readableNames(table, role);
  const columns = table.columns.filter(
    (column) => readable.has(column.name) && (wanted?.includes(column.name) ?? true),
  );
  const pick = (some: typeof columns) =>
    Object.fromEntries(
      some.flatMap((column) => (column.name in row ? [[column.name, row[column.name]]] : [])),
    );
  const key = table.columns.filter((column) => column.isKey && readable.has(column.name));
  return JSON.stringify({
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    commit_timestamp: at,
    errors: null,
    ...(type !== 'INSERT' && { old_record: pick(key) }),
    ...(type !== 'DELETE' && { record: pick(columns) }),
    schema,
    table: name,
    type,
  });
}
