import { createHash } from 'node:crypto';
import type { Role } from '#database/database.ts';
import { buildRowsCall, buildScalarCall, findRoutine } from './build-call.ts';
import { type Built, buildRead, type ReadPlan } from './build-read.ts';
import { buildWrite, type Write } from './build-write.ts';
import { limits } from './limits.ts';
import { parseNames } from './parse-order.ts';
import type { Asked } from './read-request.ts';
import { resolveQuery } from './resolve.ts';
import { RestError, refuse, refuseUnsupported } from './rest-errors.ts';
import type { Schema, Table } from './schema.ts';

/** All that is to be done for requests of one shape by one role. */
export type Plan = Built & {
  name: string;
  header: string;
  estimate?: Built;
  /** What the body is when it is not a list of rows: one value or row, or nothing. */
  answers: 'rows' | 'value' | 'nothing';
  /** A table without key columns to show has no place to point to. */
  locationKeys: string[];
};

/** Two requests with the same key get the same plan, whatever their values are. */
export function planKey(asked: Asked, role: Role): string {
  const { action, target, isHead, query, preferences, format, payload } = asked;
  const { count, resolution, missing } = preferences;
  const parts = [role, action, target, isHead, count, preferences.return, resolution, missing];
  const body = payload && [payload.isArray, payload.isUniform, ...payload.columns];
  const names = action === 'call' ? [...query.args.keys(), payload ? 'body' : 'url'] : [];
  parts.push(format.kind, format.stripNulls, ...(body ?? []), '', ...names);
  return `${parts.join('\u0001')}\u0001\u0001${query.shape}`;
}

export function makePlan(schema: Schema, asked: Asked, role: Role): Plan {
  const built =
    asked.action === 'call' ? planCall(schema, asked, role) : planTable(schema, asked, role);
  const name = `${role.charAt(0)}_${createHash('sha256').update(built.text).digest('base64url').slice(0, 32)}`;
  return { ...built, name };
}

type Unnamed = Omit<Plan, 'name'>;

function planTable(schema: Schema, asked: Asked, role: Role): Unnamed {
  const { target, query, action } = asked;
  const table = schema.tables.get(target);
  if (!table) {
    refuse('PGRST205', {
      message: `Could not find the table 'public.${target}' in the schema cache`,
    });
  }
  const [strange] = query.args;
  if (strange) {
    refuse('PGRST100', {
      message: `"failed to parse filter (${strange[1]})" (line 1, column 1)`,
      details: `'${strange[0]}' is neither a filter (name=operator.value) nor a parameter of this API.`,
    });
  }
  checkParameters(asked, role);
  const level = resolveQuery(schema, table, query);
  if (action === 'read') {
    const options = { ...asked, count: asked.preferences.count, maxRows: maxRows(role) };
    return { ...buildRead(level, query.page, options), answers: 'rows', locationKeys: [] };
  }
  const returns = asked.preferences.return ?? 'minimal';
  const built = buildWrite(level, query.page, readWrite(table, asked), {
    format: asked.format,
    returns,
  });
  const locationKeys = action === 'insert' && returns === 'headers-only' ? table.primaryKey : [];
  return { ...built, answers: returns === 'representation' ? 'rows' : 'nothing', locationKeys };
}

/** Refuses what would otherwise have to be ignored. */
function checkParameters({ action, query }: Asked, role: Role): void {
  const filters = query.conditions.filter(({ path }) => path.length === 0);
  const isPaged = query.page.limit !== undefined || query.page.offset > 0;
  if (action !== 'insert' && query.onConflict !== undefined) refuseParameter('on_conflict', action);
  if ((action === 'read' || action === 'delete') && query.columns !== undefined) {
    refuseParameter('columns', action);
  }
  if (action === 'insert' && filters.length > 0) refuseParameter('A filter', action);
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

function readWrite(table: Table, { action, query, payload, preferences }: Asked): Write {
  if (action === 'delete' || !payload) return { kind: 'delete' };
  const columns = query.columns ? parseNames('columns parameter', query.columns) : payload.columns;
  if (action === 'update') {
    if (payload.isArray)
      refuse('PGRST102', { message: 'The body of an update must be a JSON object' });
    if (columns.length === 0) refuse('PGRST102', { message: 'The body has no columns to update' });
    return { kind: 'update', columns };
  }
  if (!query.columns && !payload.isUniform) {
    refuse('PGRST102', { message: 'All object keys must match' });
  }
  const conflict = query.onConflict
    ? parseNames('on_conflict parameter', query.onConflict)
    : table.primaryKey;
  return { kind: 'insert', columns, conflict, preferences };
}

function planCall(schema: Schema, asked: Asked, role: Role): Unnamed {
  const { query, payload, target, preferences, format } = asked;
  const given = payload ? payload.columns : [...query.args.keys()];
  if (payload?.isArray) refuse('PGRST102', { message: 'Arguments are given as a JSON object' });
  if (payload && query.args.size > 0) refuseParameter('An argument in the URL', 'call by POST');
  const routine = findRoutine(schema, target, given);
  const source = { routine, given, isFromUrl: !payload };
  // A function can not be asked twice, so its rows are counted, not estimated.
  const count: Asked['preferences']['count'] = preferences.count && 'exact';
  const options = { format, isHead: asked.isHead, count, maxRows: maxRows(role) };
  if (routine.returns.kind === 'unknown') {
    refuseUnsupported(
      `The function public.${target} answers with records whose columns are not declared`,
    );
  }
  if (routine.returns.kind === 'rows') {
    const level = resolveQuery(schema, routine.returns.table, query);
    const answers = routine.returnsSet ? 'rows' : 'value';
    return { ...buildRowsCall(source, level, query.page, options), answers, locationKeys: [] };
  }
  const isShaped =
    query.conditions.length > 0 || query.orders.length > 0 || (query.select ?? '*') !== '*';
  if (isShaped || format.kind === 'csv') {
    refuseUnsupported(
      'Filters, columns, order and CSV for a function that does not answer with rows',
    );
  }
  const built: ReadPlan = buildScalarCall(source, query.page, options);
  const answers =
    routine.returns.kind === 'void' ? 'nothing' : routine.returnsSet ? 'rows' : 'value';
  return { ...built, answers, locationKeys: [] };
}

function maxRows(role: Role): number | undefined {
  return role === 'service_role' ? undefined : limits.rowsPerPage;
}
