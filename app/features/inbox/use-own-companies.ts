import { useState } from 'react';
import { useNews } from '#app/live/use-news.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { readOwnCompanies } from './own-companies.ts';

/**
 * Where somebody works, and in which role; `changes` counts how often that changed while they were here. People who are
 * removed or get another role see it at once.
 */
export function useOwnCompanies(userId: string) {
  // If a request fails, the next news tries again; it also comes when the connection is lost.
  const own = useLoading(readOwnCompanies, { key: userId });
  useNews(userId, 'jobs', own.again);
  const companies = own.state.data;
  const now = companies && JSON.stringify(companies);
  // Counted with the answer that is shown: what is read for a new count is never older than that answer.
  const [known, setKnown] = useState({ now, changes: 0 });
  if (known.now !== now) {
    setKnown({ now, changes: known.changes + Number(known.now !== undefined) });
  }
  return { companies, changes: known.changes };
}
