import { useRouteLoaderData } from 'react-router';
import type { ClosedSignUp } from '#app/content/sign-up.ts';
import type { loader } from '#app/root.tsx';
import { type AccountRules, usualRules } from '#domain/account/account-rules.ts';

/** What replaces the sign-up form while new accounts are closed. */
export function useClosedSignUp(): ClosedSignUp | undefined {
  return useRouteLoaderData<typeof loader>('root')?.closedSignUp;
}

/** The operator's settings, from the root route's loader. */
export function useAccountRules(): AccountRules {
  return useRouteLoaderData<typeof loader>('root')?.accountRules ?? usualRules;
}
