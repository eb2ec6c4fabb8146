import { type ComponentProps, lazy, type ReactNode } from 'react';

const load = () => import('./leaving-guard.tsx');

type Guard = Awaited<ReturnType<typeof load>>['LeavingGuard'];
const nothing = (_props: ComponentProps<Guard>) => null;

/** Loaded when somebody types. Where it cannot be loaded nothing asks, and the draft is kept all the same. */
export const LeavingGuard = lazy<(props: ComponentProps<Guard>) => ReactNode>(() =>
  load().then(
    (module) => ({ default: module.LeavingGuard }),
    () => ({ default: nothing }),
  ),
);

/** Has it there by the time that somebody has typed. */
export function prepareLeavingGuard() {
  load().catch(() => {});
}
