import { useSyncExternalStore } from 'react';

/** Whether this page handles clicks yet: false on the server and until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
