import type { Caller, Database } from '#database/database.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import { createRoot } from './openapi/answer-root.ts';
import { refuseStrange, refuseTimezone } from './parse/preferences.ts';
import { createRequestReader } from './parse/read-request.ts';
import { planKey } from './parse/shape.ts';
import { raisedAnswer } from './raised-answers.ts';
import { errorResponse, explainFailure, isRaised, RestError, toRestError } from './rest-errors.ts';
import { answerOptions } from './run/options.ts';
import { makePlan } from './run/plan.ts';
import { createPlanCache, type PlanCache } from './run/plan-cache.ts';
import { respond } from './run/respond.ts';
import { runPlan } from './run/run.ts';
import { readZones } from './schema/read-zones.ts';
import { watchSchema } from './schema/watch-schema.ts';

/**
 * The table API under /rest/v1. Who the caller is has already been decided; what they may do is decided by the
 * database.
 */
export function createRest({
  database,
  schemas = ['public'],
  reportBug,
  createPlans = createPlanCache,
}: {
  database: Database;
  /** The exposed schemas; the first one is the default. */
  schemas?: readonly string[];
  /** Called for every failure that is neither the caller's fault nor temporary. */
  reportBug: (error: unknown, requestId: string) => void;
  createPlans?: () => PlanCache;
}) {
  const watch = watchSchema(database, schemas, (schema) => ({
    schema,
    plans: createPlans(),
    answerRoot: createRoot(database, schema, schemas),
    zones: once(() => readZones(database)),
  }));

  const readRequest = createRequestReader(schemas);

  async function answer(request: Request, caller: Caller): Promise<Response> {
    const clock = caller.role === 'service_role' ? startClock() : undefined;
    try {
      if (request.method === 'OPTIONS') {
        return answerOptions((await watch.current()).schema, caller.role, request, schemas);
      }
      const asked = await readRequest(request);
      clock?.end('parse');
      const { schema, plans, zones, answerRoot } = await watch.current();
      if (!asked) return await answerRoot(request, caller.role);
      const { timezone } = asked.preferences;
      if (timezone !== undefined) refuseTimezone(timezone, await zones());
      const plan = plans.get(planKey(asked, caller.role), (key) => makePlan(schema, key));
      // Not earlier, so that names of tables or functions that do not exist are never logged.
      noteOfRequest({ route: asked.route });
      refuseStrange(asked.preferences);
      const isReadOnly = plan.isReading || request.method === 'GET' || request.method === 'HEAD';
      clock?.end('plan');
      const answer = await runPlan(database, caller, plan, asked, isReadOnly);
      clock?.end('transaction');
      const response = await respond(asked, plan, answer, request);
      clock?.end('response');
      if (clock) response.headers.set('Server-Timing', clock.text());
      return response;
    } catch (error) {
      return answerFailure(error, request, caller);
    }
  }

  function answerFailure(error: unknown, request: Request, caller: Caller): Response {
    const known = isRaised(error) ? raisedAnswer(error) : toRestError(error, caller.role);
    if (known instanceof RestError) {
      noteOfRequest({ code: known.code });
      return errorResponse(known);
    }
    const explained = caller.role === 'service_role' && explainFailure(error);
    if (!explained) throw known;
    reportBug(error, request.headers.get('x-request-id') ?? '');
    return errorResponse(explained);
  }

  return answer;
}

/** For the service role only: timings can reveal rows that others may not see. */
function startClock() {
  const steps: string[] = [];
  let began = performance.now();
  return {
    end(step: string) {
      const now = performance.now();
      steps.push(`${step};dur=${(now - began).toFixed(1)}`);
      began = now;
    },
    text: () => steps.join(', '),
  };
}

/** Time zones take longer to read than tables, and are rarely needed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
