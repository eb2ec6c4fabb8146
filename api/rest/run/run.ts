import type { Caller, Database, Session, Transaction } from '#database/database.ts';
import type { Result, Statement } from '#database/statement.ts';
import { limits } from '../limits.ts';
import type { Asked } from '../parse/asked.ts';
import { RestError, refuse } from '../rest-errors.ts';
import type { Built } from '../sql/build-read.ts';
import { refusePlace } from '../sql/build-write.ts';
import type { Inputs } from '../sql/sql.ts';
import type { CachedPlan } from './plan-cache.ts';
import { readSaid, type Said } from './said.ts';

export type Answer = {
  body: string | null;
  rows: number;
  /** How many of a change's rows are shown, if any are. */
  shown?: number;
  /** All rows of a function, including those that filters and paging leave out. */
  affected?: number;
  total?: number;
  location?: string;
  /** How many rows of an upsert are new. */
  added?: number;
  said?: Said;
};

// PostgreSQL's bigint arrives as text.
type Row = {
  body: string | null;
  rows: string;
  shown?: string;
  affected?: string;
  total?: string;
  location?: string | null;
  added?: string | null;
  said?: string | null;
};

/** Runs a plan as the caller: one statement in one round trip, unless its outcome has to be checked. */
export async function runPlan(
  database: Database,
  caller: Caller,
  plan: CachedPlan,
  asked: Asked,
  isReadOnly: boolean,
): Promise<Answer> {
  const inputs = inputsOf(asked);
  const statement = { ...bound(plan, inputs), name: plan.statementName };
  const options = { ...placeOf(asked), readOnly: isReadOnly, isHeard: plan.isHeard };
  if (asked.format.plan) return explain(database, caller, statement, asked, isReadOnly);
  const { estimate } = plan;
  const { timezone } = asked.preferences;
  if (!estimate && timezone === undefined && !mustJudge(asked, isReadOnly)) {
    const answer = toAnswer(await database.askAs<Row>(caller, statement, options), plan);
    judge(asked, plan, answer);
    return answer;
  }
  const work = async (session: Transaction) => {
    const answer = toAnswer(await query(session, timezone, statement), plan);
    // Deferred constraints would never be checked in a transaction that is rolled back.
    if (asked.preferences.tx === 'rollback') await session.query(checkNow);
    judge(asked, plan, answer);
    if (estimate)
      answer.total = await estimateTotal(session, bound(estimate, inputs), answer.total);
    if (asked.preferences.tx === 'rollback') throw new Undone(answer);
    return answer;
  };
  return database.asCaller(caller, work, options).catch(keepUndone);
}

/**
 * Explains a plan. The plan of a change is made by executing it, unless nothing is measured or everything is rolled
 * back.
 */
async function explain(
  database: Database,
  caller: Caller,
  statement: Statement,
  asked: Asked,
  isReadOnly: boolean,
): Promise<Answer> {
  const work = async (session: Session) => {
    const { rows } = await session.query<{ 'QUERY PLAN': unknown }>(statement);
    const lines = rows.map((row) => row['QUERY PLAN']);
    const body = lines.map((it) => (typeof it === 'string' ? it : JSON.stringify(it))).join('\n');
    const answer: Answer = { body: `${body}\n`, rows: lines.length };
    if (asked.preferences.tx === 'rollback') throw new Undone(answer);
    return answer;
  };
  const options = { ...placeOf(asked), readOnly: isReadOnly };
  return database.asCaller(caller, work, options).catch(keepUndone);
}

/** As in PostgREST, a function may name what is in its schema without saying so. `public` is always looked at. */
function placeOf({ schema }: Asked) {
  return schema === 'public' ? {} : { schema };
}

function keepUndone(error: unknown): Answer {
  if (error instanceof Undone) return error.answer;
  throw error;
}

async function query(session: Transaction, timezone: string | undefined, statement: Statement) {
  if (timezone === undefined) return session.query<Row>(statement);
  const text = `select set_config('timezone', $1, true)`;
  const [, answer] = await session.queryAll<[unknown, Row]>([
    { text, values: [timezone] },
    statement,
  ]);
  return answer;
}

const checkNow: Statement = { text: 'set constraints all immediate' };

/** Carries a response out of a transaction that is rolled back. */
class Undone extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super();
    this.answer = answer;
  }
}

/** A change is rolled back if its number of rows is not the expected one, so it waits for that check. */
function mustJudge({ action, format, preferences }: Asked, isReadOnly: boolean): boolean {
  if (isReadOnly) return false;
  return (
    format.kind === 'object' ||
    action === 'put' ||
    preferences['max-affected'] !== undefined ||
    preferences.tx === 'rollback'
  );
}

function judge(
  { action, format, preferences }: Asked,
  { answers }: CachedPlan,
  { rows, shown = rows, affected = rows }: Answer,
): void {
  if (action === 'put' && rows !== 1) refusePlace();
  // A single row is required even if none is shown; only a function may return nothing.
  const isVoid = action === 'call' && answers === 'nothing';
  if (format.kind === 'object' && !isVoid && (rows !== 1 || shown !== 1)) {
    refuse('PGRST116', {
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${rows === 1 ? shown : rows} rows`,
    });
  }
  const maxAffected = preferences['max-affected'];
  if (
    maxAffected !== undefined &&
    affected > maxAffected &&
    ['update', 'delete', 'call'].includes(action)
  ) {
    refuse('PGRST124', {
      message: 'Query result exceeds max-affected preference constraint',
      details: `The query affects ${affected} rows`,
    });
  }
}

async function estimateTotal(session: Session, statement: Statement, counted: number | undefined) {
  if (counted !== undefined && counted <= limits.rowsPerPage) return counted;
  const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    statement,
  );
  return Math.max(counted ?? 0, rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0);
}

function inputsOf({ query, payload }: Asked): Inputs {
  const text = payload?.text ?? '';
  return {
    values: query.values,
    page: query.page,
    args: payload?.args ?? query.args,
    body: payload?.bytes ?? text,
    list: payload?.isArray ? text : `[${text}]`,
  };
}

function bound({ text, readers }: Built, inputs: Inputs): Statement {
  return { text, values: readers.map((read) => read(inputs)) };
}

function toAnswer({ rows: [row], rowCount }: Result<Row>, plan: CachedPlan): Answer {
  const { isBare, isBounded } = plan;
  if (isBounded && row?.body === null && (isBare || Number(row.rows) > 0)) refuseSize();
  if (isBare) return { body: row?.body ?? null, rows: rowCount, total: numberOf(row?.total) };
  if (!row) throw new Error('The statement of a request has one row');
  return {
    body: row.body,
    rows: Number(row.rows),
    shown: numberOf(row.shown),
    affected: numberOf(row.affected),
    total: numberOf(row.total),
    location: row.location ?? undefined,
    added: numberOf(row.added ?? undefined),
    said: readSaid(row.said ?? undefined),
  };
}

function refuseSize(): never {
  throw new RestError('54000', 413, {
    message: `The answer is larger than ${limits.answerBytes} bytes`,
    hint: 'Ask for fewer rows or columns.',
  });
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
