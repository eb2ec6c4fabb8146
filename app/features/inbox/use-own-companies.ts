import { useState } from 'react';
import { useNews } from '#app/live/use-news.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { readOwnCompanies } from './own-companies.ts';

/**
 * Where somebody works, and in which role; `changes` counts how often that changed while they were here. People who are
 * removed or get another role see it at once.
 */
export function useOwnCompanies(userId: string, onChange: () => void) {
  const own = useLoading(readOwnCompanies, { key: userId });
  const [changes, setChanges] = useState(0);
  useNews(userId, 'jobs', async () => {
    const known = own.state.data;
    // If the request fails, try again with the next news, which also comes when the connection is lost.
    const now = known && (await readOwnCompanies().catch(() => known));
    if (JSON.stringify(now) === JSON.stringify(known)) return;
    setChanges(changes + 1);
    own.again();
    onChange();
  });
  return { companies: own.state.data, changes };
}
