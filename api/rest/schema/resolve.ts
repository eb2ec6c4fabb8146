import type { Role } from '#database/database.ts';
import type { Condition } from '../parse/parse-conditions.ts';
import { type OrderTerm, parseOrder } from '../parse/parse-order.ts';
import type { QueryShape, Range } from '../parse/parse-query.ts';
import { type EmbedItem, parseSelect, type SelectItem } from '../parse/parse-select.ts';
import { refuse } from '../rest-errors.ts';
import { findType } from './find-type.ts';
import { findLink, type Link } from './relationships.ts';
import type { Schema, Table } from './schema.ts';

/** One table of a request, with everything requested of it and its embedded resources. */
export type Level = {
  table: Table;
  /** PostgREST's name for it in statements, and therefore in PostgreSQL's error messages. */
  label: string;
  items: SelectItem[];
  embeds: Embed[];
  conditions: Condition[];
  order: OrderTerm[];
  /** For an embedded resource; the page of the first level is in the query. */
  limit?: Range;
  offset?: Range;
};

export type Embed = Level & {
  item: EmbedItem;
  /** Its label in the response, which filters, orders and limits also use. */
  name: string;
  link: Link;
};

/** Checks a query against the schema, and assigns each part to its table. */
export function resolveQuery(schema: Schema, role: Role, table: Table, query: QueryShape): Level {
  const items = parseSelect(query.select || '*');
  const root = resolveLevel(schema, role, { table, label: table.name, depth: 0 }, items);
  for (const { path, condition } of query.conditions) {
    levelAt(root, path).conditions.push(condition);
  }
  for (const { path, text } of query.orders) {
    levelAt(root, path).order.push(...parseOrder(text));
  }
  for (const range of query.ranges) {
    levelAt(root, range.path)[range.part] = range;
  }
  return root;
}

function resolveLevel(
  schema: Schema,
  role: Role,
  { table, label, depth }: { table: Table; label: string; depth: number },
  items: SelectItem[],
): Level {
  const embeds: Embed[] = [];
  for (const item of items) {
    if (item.kind !== 'embed') continue;
    const link = findLink(schema, role, table, item.target, item.hint);
    const name = item.alias ?? item.target;
    if (embeds.some((other) => other.name === name)) {
      // What PostgreSQL says about the joins that PostgREST builds from them.
      refuse('42712', {
        message: `table name "${table.name}_${name}_${depth + 1}" specified more than once`,
      });
    }
    const below = {
      table: link.target,
      label: link.junction ? link.target.name : `${link.target.name}_${depth + 1}`,
      depth: depth + 1,
    };
    const inner = resolveLevel(schema, role, below, item.items);
    embeds.push({ ...inner, item, name, link });
  }
  const typed = items.map((item) => withTypes(schema, table.schema, item));
  return { table, label, items: typed, embeds, conditions: [], order: [] };
}

/** Resolves casts to the types of the schema. Items without a cast stay the same objects. */
function withTypes(schema: Schema, place: string, item: SelectItem): SelectItem {
  if (item.kind === 'star' || item.kind === 'embed') return item;
  const spelled = (cast: string | undefined) => cast && findType(schema, place, cast);
  if (item.kind === 'count') return { ...item, cast: spelled(item.cast) };
  const { cast, aggregate } = item;
  return {
    ...item,
    cast: spelled(cast),
    aggregate: aggregate && { ...aggregate, cast: spelled(aggregate.cast) },
  };
}

function levelAt(root: Level, path: string[]): Level {
  return path.reduce<Level>(findEmbed, root);
}

/** Found by its label, or by the embedded table's name if that has another label. */
export function findEmbed(level: Level, name: string): Embed {
  const embed =
    level.embeds.find((candidate) => candidate.name === name) ??
    level.embeds.find((candidate) => candidate.item.target === name);
  if (embed) return embed;
  refuse('PGRST108', {
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}
