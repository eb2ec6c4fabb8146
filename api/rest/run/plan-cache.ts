import { limits } from '../limits.ts';
import { createRecentlyUsed } from '../recently-used.ts';
import type { Plan } from './plan.ts';

export type PlanCache = { get(key: string, make: (key: string) => Plan): CachedPlan };
/** `statementName` is set once a plan is used often enough to be worth preparing. */
export type CachedPlan = Plan & { statementName?: string };

/**
 * Caches plans by the shape of the request. PostgreSQL keeps prepared statements in the memory of each connection, so
 * only repeated shapes of ordinary size are prepared.
 */
export function createPlanCache(): PlanCache {
  const plans = createRecentlyUsed<{ plan: CachedPlan; uses: number }>({
    items: limits.cachedPlans,
    weight: limits.cachedCharacters,
    weigh: (key, { plan }) => key.length + plan.text.length + (plan.estimate?.text.length ?? 0),
  });

  return {
    get(key, make) {
      const entry = plans.get(key, () => ({ plan: make(key), uses: 0 }));
      const { plan } = entry;
      if (++entry.uses === 3 && plan.text.length <= limits.preparedLength) {
        plan.statementName = plan.name;
      }
      return plan;
    },
  };
}
