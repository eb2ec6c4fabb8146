import { useState } from 'react';
import { useNews } from '#app/live/use-news.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { readOwnCompanies } from './own-companies.ts';

/**
 * Where somebody works, and with which role; `changes` counts how often that became another while they looked on.
 * Who was removed, or has another role by now, sees it at once.
 */
export function useOwnCompanies(userId: string, onChange: () => void) {
  const own = useLoading(readOwnCompanies, { key: userId });
  const [changes, setChanges] = useState(0);
  useNews(userId, 'jobs', async () => {
    const known = own.state.data;
    // Who cannot be asked is asked with the next news: they come when the line is lost, too.
    const now = known && (await readOwnCompanies().catch(() => known));
    if (JSON.stringify(now) === JSON.stringify(known)) return;
    setChanges(changes + 1);
    own.again();
    onChange();
  });
  return { companies: own.state.data, changes };
}
