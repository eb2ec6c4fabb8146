import { useRouteLoaderData } from 'react-router';
import type { loader } from '#app/root.tsx';
import { type AccountRules, usualRules } from '#domain/account-rules.ts';

/** What the operator has chosen; every page brings it along. */
export function useAccountRules(): AccountRules {
  return useRouteLoaderData<typeof loader>('root')?.accountRules ?? usualRules;
}
