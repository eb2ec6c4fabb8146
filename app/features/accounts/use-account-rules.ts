import { useRouteLoaderData } from 'react-router';
import type { ClosedSignUp } from '#app/content/sign-up.ts';
import type { loader } from '#app/root.tsx';
import { type AccountRules, usualRules } from '#domain/account/account-rules.ts';

/** What the form for new accounts says in its place, where none are opened. */
export function useClosedSignUp(): ClosedSignUp | undefined {
  return useRouteLoaderData<typeof loader>('root')?.closedSignUp;
}

/** What the operator has chosen; every page brings it along. */
export function useAccountRules(): AccountRules {
  return useRouteLoaderData<typeof loader>('root')?.accountRules ?? usualRules;
}
