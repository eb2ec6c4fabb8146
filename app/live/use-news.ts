import { useEffect, useEffectEvent } from 'react';
import { whenSettled } from '#app/ui/when-settled.ts';
import type { News } from './line.ts';

/** Calls `heard` when something of this person's may have changed. Its code loads after the page. */
export function useNews(userId: string | undefined, what: News, heard: () => unknown) {
  const hear = useEffectEvent(heard);

  // Synchronises with changes made elsewhere.
  useEffect(() => {
    if (!userId) return;
    const over = new AbortController();
    whenSettled()
      .then(() => import('./news.ts'))
      .then(
        ({ hearNews }) => hearNews(userId, what, () => hear(), over.signal),
        () => {}, // polling continues
      );
    return () => over.abort();
  }, [userId, what]);
}
