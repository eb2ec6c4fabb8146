import { z } from 'zod';
import type { Transaction } from '#database/database.ts';
import type { ListPage, StaffRole } from '#domain/staff/staff.ts';
import { toCsv } from '../csv.ts';
import { ApiError } from '../errors.ts';
import type { ServerFunction } from '../functions/context.ts';
import { moment } from '../moment.ts';
import { asStaff, writeLog } from './as-staff.ts';

type Filter = {
  schema: z.ZodType<string>;
  /** An SQL condition for the rows to keep; `place` is the parameter with the filter's text. */
  where: (place: string, value: string) => string;
};

type Order = {
  /** The SQL expression to order by: never null, with an index on it and `id` in this direction. */
  by: string;
  type: 'timestamptz' | 'bigint' | 'text';
  isAscending?: true;
};

export type StaffList<Row> = {
  /** Its name on the screen, in URLs and in the log. */
  name: string;
  minimum: StaffRole;
  /** A statement that updates the listed data first. */
  before?: string;
  /** A table or a join, under the person's policies. */
  from: string;
  columns: { [Column in keyof Row & string]: string };
  filters: Record<string, Filter>;
  /** The first one is the default. */
  orders: Record<string, Order>;
  /** Breaks ties between rows with equal order values. */
  id: { sql: string; type: 'uuid' | 'bigint' | 'text' };
  /** If the list shows people's private data: the act under which viewing it is logged. */
  look?: `look-${string}`;
  /** What an owner may download as a file, by the headers: in the words of the screen. */
  csv?: Readonly<Record<string, CsvColumn<Row>>>;
};

/**
 * A column shown unchanged, a column of timestamps, whose header says that they are in UTC, or a description of some
 * columns.
 */
type CsvColumn<Row> =
  | (keyof Row & string)
  | { moment: keyof Row & string }
  | { of: readonly (keyof Row & string)[]; say: (row: Row) => unknown };

export const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No');

const pageRows = 50;
const csvRows = 10_000;

type Place = [by: string, id: string];

export const day = z.iso
  .date('must be a day, as 2026-01-31')
  // SQL has no year 0.
  .refine((value) => value >= '0001-01-01', 'must be a day, as 2026-01-31');

/** A pattern for `like` that takes what somebody types literally, in lowercase. */
export const matching = z
  .string()
  .trim()
  .toLowerCase()
  .max(200)
  .transform((words) => words && `%${words.replace(/[\\%_]/g, '\\$&')}%`);

/**
 * A staff list as a function: `{ filters, order, after }` returns a page. Keyset paging, so that no page costs more.
 */
export function staffList<Row>(list: StaffList<Row>): ServerFunction {
  const input = inputOf(list);
  return asStaff({ minimum: list.minimum }, input, async ({ session, input }) => {
    const page = await readPage<Row>(session, list, input, Object.keys(list.columns), pageRows);
    if (list.look) await logLook(session, list.look, list.name, input.filters, page.rows.length);
    return page;
  });
}

/** The same as a file, in batches: for owners, who must confirm with their factor, with each batch logged. */
export function staffListFile<Row>(list: StaffList<Row>): ServerFunction {
  const written = Object.entries(list.csv ?? {}).map(([head, each]) => {
    if (typeof each === 'string') return { head, of: [each], say: (row: Row) => row[each] };
    if ('of' in each) return { head, ...each };
    const { moment } = each;
    return { head: `${head} (UTC)`, of: [moment], say: (row: Row) => row[moment] };
  });
  const columns = [...new Set(written.flatMap(({ of }) => of))];
  return asStaff(
    { minimum: 'owner', isDangerous: true },
    inputOf(list),
    async ({ session, input }) => {
      const { rows, next } = await readPage<Row>(session, list, input, columns, csvRows);
      const cells = rows.map((row) => written.map(({ say }) => say(row)));
      await writeLog(session, 'export-list', {
        subject: { kind: 'list', id: list.name },
        after: { filters: input.filters, rows: rows.length },
      });
      const heads = written.map(({ head }) => head);
      return { csv: toCsv(input.after ? cells : [heads, ...cells]), next };
    },
  );
}

/** Logs which filters were used, but not the words: they may be a name, which an erasure would not find there. */
export function logLook(
  session: Transaction,
  look: `look-${string}`,
  list: string,
  filters: Readonly<Record<string, string | undefined>>,
  rows: number,
) {
  const { person } = filters;
  return writeLog(session, look, {
    subject: person ? { kind: 'person', id: person } : { kind: 'list', id: list },
    after: { filters: Object.keys(filters), rows },
  });
}

function inputOf<Row>({ filters, orders }: StaffList<Row>) {
  const names = Object.keys(orders);
  return z.object({
    filters: z
      .strictObject(
        Object.fromEntries(
          Object.entries(filters).map(([name, { schema }]) => [name, schema.optional()]),
        ),
      )
      .default({}),
    order: z.enum(names as [string, ...string[]]).default(names[0] ?? ''),
    after: z.string().max(2_000).optional(),
  });
}

type Input = z.infer<ReturnType<typeof inputOf>>;

async function readPage<Row>(
  session: Transaction,
  list: StaffList<Row>,
  { filters, order: orderName, after }: Input,
  columns: readonly string[],
  most: number,
): Promise<ListPage<Row>> {
  const order = list.orders[orderName];
  if (!order) throw new ApiError('invalid_input', 'order: unknown');
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions = Object.entries(filters).flatMap(([name, value]) => {
    const filter = list.filters[name];
    if (!filter || value === undefined || value === '') return [];
    const condition = filter.where(place(value), value);
    // A value that its condition does not use must not be a parameter of the statement.
    if (!condition.includes(`$${values.length}`)) values.pop();
    return [condition];
  });
  if (after) {
    const [by, id] = readPlace(after, [order.type, list.id.type]);
    const sign = order.isAscending ? '>' : '<';
    conditions.push(
      `(${order.by}, ${list.id.sql}) ${sign} (${place(by)}::${order.type}, ${place(id)}::${list.id.type})`,
    );
  }
  if (list.before && !after) await session.query({ text: list.before });
  const direction = order.isAscending ? 'asc' : 'desc';
  const known: Record<string, string> = list.columns;
  const { rows } = await session.query<Row & { place_by: string; place_id: string }>({
    text: `select ${columns.map((name) => `${known[name]} as "${name}"`).join(', ')},
        (${order.by})::text as place_by, (${list.id.sql})::text as place_id
      from ${list.from} ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
      order by ${order.by} ${direction}, ${list.id.sql} ${direction} limit ${most + 1}`,
    values,
  });
  const shown = rows.slice(0, most);
  const last = rows.length > most ? shown.at(-1) : undefined;
  return {
    rows: shown.map(({ place_by, place_id, ...row }) => row as unknown as Row),
    ...(last && { next: writePlace([last.place_by, last.place_id]) }),
  };
}

function writePlace(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

const placeSchema = z.tuple([z.string(), z.string()]);

/** What SQL accepts as a value of the type. */
const shapes = {
  // As SQL writes it; its offset may have no minutes.
  timestamptz: z
    .string()
    .transform((text) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
    .pipe(moment)
    .or(z.enum(['infinity', '-infinity'])),
  bigint: z.string().regex(/^-?\d{1,18}$/),
  uuid: z.guid(),
  text: z.string().regex(/^\P{Cc}*$/u),
} as const;

/** Nobody types a cursor; an invented one is answered as not found. */
function readPlace(text: string, types: readonly (keyof typeof shapes)[]): Place {
  try {
    const place = placeSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    const fits = place.every((value, at) => shapes[types[at] ?? 'text'].safeParse(value).success);
    if (fits) return place;
  } catch {
    // Reported below.
  }
  throw new ApiError('invalid_input', 'after: not a place in this list');
}
