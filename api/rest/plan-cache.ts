import { limits } from './limits.ts';
import type { Plan } from './plan.ts';

export type PlanCache = { get(key: string, make: () => Plan): CachedPlan };
/** `statementName` is set once a plan is used often enough to be worth preparing. */
export type CachedPlan = Plan & { statementName?: string };

/**
 * Plans by the shape of the request; those used least recently go first. Connections keep what is
 * prepared on them, so only repeated shapes are prepared and never more than a fixed number.
 */
export function createPlanCache(): PlanCache {
  const plans = new Map<string, { plan: CachedPlan; uses: number }>();
  const names = new Set<string>();

  function prepare(plan: CachedPlan): void {
    if (names.size >= limits.preparedStatements && !names.has(plan.name)) return;
    names.add(plan.name);
    plan.statementName = plan.name;
  }

  return {
    get(key, make) {
      const known = plans.get(key);
      const entry = known ?? { plan: make(), uses: 0 };
      if (known) plans.delete(key);
      plans.set(key, entry);
      if (plans.size > limits.cachedPlans) plans.delete(plans.keys().next().value ?? '');
      if (++entry.uses === 3) prepare(entry.plan);
      return entry.plan;
    },
  };
}
