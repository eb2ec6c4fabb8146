import { limits } from './limits.ts';
import type { Plan } from './plan.ts';
import { createRecentlyUsed } from './recently-used.ts';

export type PlanCache = { get(key: string, make: (key: string) => Plan): CachedPlan };
/** `statementName` is set once a plan is used often enough to be worth preparing. */
export type CachedPlan = Plan & { statementName?: string };

/**
 * Plans by the shape of the request. Connections keep what is prepared on them, so only repeated
 * shapes are prepared and never more than a fixed number.
 */
export function createPlanCache(): PlanCache {
  const plans = createRecentlyUsed<{ plan: CachedPlan; uses: number }>(limits.cachedPlans);
  const names = new Set<string>();

  function prepare(plan: CachedPlan): void {
    if (names.size >= limits.preparedStatements && !names.has(plan.name)) return;
    names.add(plan.name);
    plan.statementName = plan.name;
  }

  return {
    get(key, make) {
      const entry = plans.get(key, () => ({ plan: make(key), uses: 0 }));
      if (++entry.uses === 3) prepare(entry.plan);
      return entry.plan;
    },
  };
}
