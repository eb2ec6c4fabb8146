import type { Caller, Database } from '#database/database.ts';
import { readRequest } from './parse/read-request.ts';
import { errorResponse, explainFailure, RestError, toRestError } from './rest-errors.ts';
import { makePlan } from './run/plan.ts';
import { createPlanCache, type PlanCache } from './run/plan-cache.ts';
import { respond } from './run/respond.ts';
import { runPlan } from './run/run.ts';
import { planKey } from './run/shape.ts';
import { watchSchema } from './schema/watch-schema.ts';

/**
 * The table API under /rest/v1. Who the caller is has been decided before; what the caller may do
 * is decided by the database.
 */
export function createRest({
  database,
  reportBug,
  createPlans = createPlanCache,
}: {
  database: Database;
  /** Told about every failure that is neither the caller's nor a passing one. */
  reportBug: (error: unknown, requestId: string) => void;
  createPlans?: () => PlanCache;
}) {
  const watch = watchSchema(database, (schema) => ({ schema, plans: createPlans() }));

  async function answer(request: Request, caller: Caller): Promise<Response> {
    const asked = await readRequest(request);
    const { schema, plans } = await watch.current();
    const plan = plans.get(planKey(asked, caller.role), (key) => makePlan(schema, key));
    const isReadOnly = request.method === 'GET' || request.method === 'HEAD';
    return respond(asked, plan, await runPlan(database, caller, plan, asked, isReadOnly));
  }

  return async (request: Request, caller: Caller): Promise<Response> => {
    try {
      return await answer(request, caller);
    } catch (error) {
      const known = toRestError(error, caller.role);
      if (known instanceof RestError) return errorResponse(known);
      const explained = caller.role === 'service_role' && explainFailure(error);
      if (!explained) throw known;
      reportBug(error, request.headers.get('x-request-id') ?? '');
      return errorResponse(explained);
    }
  };
}
