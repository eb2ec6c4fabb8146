import { createHash } from 'node:crypto';
import type { Role } from '#database/database.ts';
import { limits } from '../limits.ts';
import { mediaType, refuseMediaTypes } from '../parse/media-type.ts';
import type { Condition } from '../parse/parse-conditions.ts';
import { parseNames } from '../parse/parse-order.ts';
import { refuseRepeated } from '../parse/parse-query.ts';
import { refuseShapes } from '../parse/payload.ts';
import { readKey, type Shape } from '../parse/shape.ts';
import { RestError, refuse, refuseUnsupported } from '../rest-errors.ts';
import { findRoutine, isGivenWhole } from '../schema/find-routine.ts';
import { findTable } from '../schema/find-table.ts';
import { type Level, resolveQuery } from '../schema/resolve.ts';
import type { Routine, Schema } from '../schema/schema.ts';
import { buildRowsCall, buildScalarCall, type CallSource } from '../sql/build-call.ts';
import { type Built, buildRead, type ReadPlan } from '../sql/build-read.ts';
import { buildWrite, type Write } from '../sql/build-write.ts';

/** How to execute requests of one shape by one role. */
export type Plan = Built & {
  name: string;
  header: string;
  estimate?: Built;
  /** What the body contains: a list of rows, one value or row, or nothing. */
  answers: 'rows' | 'value' | 'nothing';
  /** The columns of the Location header; empty if there is no key to show. */
  locationKeys: string[];
  /** Whether there is a key by which duplicates can be recognized. */
  isResolved: boolean;
  /** A plain change that returns no rows, or returns them one by one: PostgreSQL reports their number. */
  isBare: boolean;
  /** Its body may be left out if it is too large. */
  isBounded: boolean;
  /** Whether SQL may set the response's status and headers. */
  isHeard: boolean;
  /** Changes nothing, whatever the method: a read, or a function declared that way. */
  isReading: boolean;
};

/** Builds a plan from its key, so that what is not in the key cannot be in the plan. */
export function makePlan(schema: Schema, key: string): Plan {
  const shape = readKey(key);
  const { role, query } = shape;
  if (role !== 'service_role') query.conditions.forEach(refusePatterns);
  const built = shape.action === 'call' ? planCall(schema, shape) : planTable(schema, shape);
  const { plan } = shape.format;
  if (plan) {
    // A query plan reveals something about all rows, including those that the caller may not see.
    if (role !== 'service_role') refuseMediaTypes([mediaType(shape.format)]);
    built.text = `explain (${[`format ${plan.format}`, ...plan.options].join(', ')}) ${built.text}`;
  }
  // PostgreSQL only distinguishes the first 63 bytes of names.
  const digest = createHash('sha256').update(built.text).digest('base64url').slice(0, 32);
  return { ...built, name: `${role}_${digest}` };
}

/** A single pattern can keep the CPU busy for as long as a statement may run. */
function refusePatterns({ condition }: { condition: Condition }): void {
  if (condition.kind !== 'filter') {
    for (const term of condition.terms) refusePatterns({ condition: term });
  } else if (condition.operator === 'match' || condition.operator === 'imatch') {
    refuseUnsupported(
      'Regular expressions (match, imatch) are for the secret key alone; use like, ilike or fts.',
    );
  }
}

type Unnamed = Omit<Plan, 'name'>;

function planTable(schema: Schema, shape: Shape): Unnamed {
  const { role, query, action, format } = shape;
  const table = findTable(schema, role, shape.schema, shape.target);
  checkParameters(shape);
  const level = resolveQuery(schema, role, table, query);
  const isHeard = schema.speaks;
  const page = { locationKeys: [], isResolved: true, isHeard, isReading: true };
  if (action === 'read') {
    // The planner's estimate covers all rows, so it would reveal those that the caller may not see.
    const count = role === 'service_role' ? shape.count : shape.count && 'exact';
    const options = { format, isHead: shape.isHead, count, maxRows: maxRows(role), isHeard };
    return { ...buildRead(level, query.page, options), ...page, answers: 'rows' };
  }
  const returns = shape.return ?? 'minimal';
  const write = readWrite(level, shape);
  const built = buildWrite(level, query.page, write, {
    format,
    returns,
    isHeard,
    isBounded: role !== 'service_role',
  });
  const locationKeys = action === 'insert' && returns === 'headers-only' ? table.primaryKey : [];
  const isResolved = write.kind === 'insert' && write.conflict.length > 0;
  const answers = returns === 'representation' ? 'rows' : 'nothing';
  return {
    ...built,
    isBounded: false,
    answers,
    locationKeys,
    isResolved,
    isHeard,
    isReading: false,
  };
}

/** Refuses parameters that would otherwise be ignored. */
function checkParameters({ role, action, query }: Shape): void {
  const filters = query.conditions.filter(({ path }) => path.length === 0);
  const isPaged = query.page.ceiling !== undefined || query.page.isOffset;
  if (action !== 'insert' && query.onConflict !== undefined) refuseParameter('on_conflict', action);
  if ((action === 'read' || action === 'delete') && query.columns !== undefined) {
    refuseParameter('columns', action);
  }
  if (action === 'insert' && filters.length > 0) refuseParameter('A filter', action);
  if (action === 'put' && isPaged) {
    refuse('PGRST114', {
      message: 'limit/offset querystring parameters are not allowed for PUT',
    });
  }
  if (action !== 'update' && action !== 'delete') return;
  if (isPaged) refuseUnsupported('A limit or offset on an update or delete');
  if (role === 'anon' && filters.length === 0) {
    throw new RestError('21000', 400, {
      message: `${action.toUpperCase()} requires a WHERE clause`,
    });
  }
}

function refuseParameter(what: string, action: string): never {
  refuse('PGRST100', { message: `${what} has no meaning in this ${action}` });
}

function readWrite(level: Level, shape: Shape): Write {
  const { action, query, body } = shape;
  const { primaryKey } = level.table;
  if (action === 'delete' || !body) return { kind: 'delete' };
  if (!body.isUniform) refuseShapes();
  const columns = body.columns ?? parseNames('columns parameter', query.columns ?? '');
  const { isArray } = body;
  if (action === 'update') {
    if (columns.length === 0) refuse('PGRST102', { message: 'The body has no columns to update' });
    return { kind: 'update', columns, isArray, missing: shape.missing };
  }
  if (action === 'put') {
    checkPlace(level);
    return {
      kind: 'insert',
      columns,
      isArray,
      conflict: primaryKey,
      resolution: 'merge-duplicates',
      place: level.conditions,
    };
  }
  const { resolution, missing } = shape;
  const conflict =
    query.onConflict !== undefined
      ? parseNames('on_conflict parameter', query.onConflict)
      : primaryKey;
  return { kind: 'insert', columns, isArray, conflict, resolution, missing };
}

/** The URL of a PUT must name the row's whole key, and nothing else. */
function checkPlace({ table, conditions }: Level): void {
  const named = conditions.map((condition) =>
    condition.kind === 'filter' &&
    condition.operator === 'eq' &&
    condition.modifier === '' &&
    !condition.negated &&
    condition.field.path.length === 0
      ? condition.field.name
      : '',
  );
  const key = new Set(table.primaryKey);
  if (key.size > 0 && named.every((name) => key.has(name)) && new Set(named).size === key.size) {
    return;
  }
  refuse('PGRST105', {
    message: "Filters must include all and only primary key columns with 'eq' operators",
  });
}

function planCall(schema: Schema, shape: Shape): Unnamed {
  const { role, query, body, target, format } = shape;
  const given = readArguments(shape);
  const kind = body?.kind;
  const routine = findRoutine(schema, role, { schema: shape.schema, name: target, given, kind });
  checkCall(routine, shape);
  const from = sourceOf(routine, body);
  const source: CallSource = { routine, given, from, isJudged: shape.isJudged };
  // A function must not be called twice, so its rows are counted and never estimated.
  const count = shape.count && ('exact' as const);
  const isHeard = schema.speaks;
  const options = { format, isHead: shape.isHead, count, maxRows: maxRows(role), isHeard };
  const page = { locationKeys: [], isResolved: true, isHeard, isReading: !routine.isVolatile };
  if (routine.returns.kind === 'rows') {
    const level = resolveQuery(schema, role, routine.returns.table, query);
    const answers = routine.returnsSet ? 'rows' : 'value';
    return { ...buildRowsCall(source, level, query.page, options), ...page, answers };
  }
  refuseRowShapes(shape);
  const built: ReadPlan = buildScalarCall(source, query.page, options);
  const answers =
    routine.returns.kind === 'void' ? 'nothing' : routine.returnsSet ? 'rows' : 'value';
  return { ...built, ...page, answers };
}

/** The names of the arguments: in the URL of a GET, or in the body of a POST. */
function readArguments({ query, body }: Shape): string[] {
  if (query.onConflict !== undefined) refuseParameter('on_conflict', 'call');
  if (!body) {
    if (query.columns !== undefined) refuseParameter('columns', 'call by GET');
    return query.args;
  }
  if (!body.isUniform) refuseShapes();
  if (query.args.length > 0) refuseParameter('An argument in the URL', 'call by POST');
  return body.columns ?? parseNames('columns parameter', query.columns ?? '');
}

function checkCall(routine: Routine, { query, body, isJudged }: Shape): void {
  const repeated = (body?.repeated ?? query.repeated).find(
    (name) => !routine.args.some((argument) => argument.name === name && argument.isVariadic),
  );
  if (repeated !== undefined) refuseRepeated(repeated);
  if (isJudged && !routine.returnsSet) {
    refuse('PGRST128', {
      message:
        'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    });
  }
}

/** Where the arguments' values come from. */
function sourceOf(routine: Routine, body: Shape['body']): CallSource['from'] {
  if (isGivenWhole(routine, { kind: body?.kind })) return 'whole body';
  if (!body || body.kind === 'form') return 'texts';
  return body.isArray ? 'first object' : 'object';
}

/** Refuses options for rows if a function returns a single value. */
function refuseRowShapes({ query, format }: Shape): void {
  const isShaped =
    query.conditions.length > 0 || query.orders.length > 0 || (query.select ?? '*') !== '*';
  if (!isShaped && format.kind !== 'csv') return;
  refuseUnsupported(
    'Filters, columns, order and CSV for a function that does not answer with rows',
  );
}

function maxRows(role: Role): number | undefined {
  return role === 'service_role' ? undefined : limits.rowsPerPage;
}
