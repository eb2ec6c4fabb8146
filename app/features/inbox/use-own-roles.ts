import { useRef } from 'react';
import { openData } from '#app/data/open-data.ts';
import { useNews } from '#app/live/use-news.ts';

/** Calls `changed` when the person was removed from a company, or has another role there, while the page is open. */
export function useOwnRoles(userId: string, changed: () => void) {
  const known = useRef<string>(undefined);
  useNews(userId, 'jobs', async () => {
    const client = await openData();
    const { data } = await client
      .from('company_members')
      .select('company_id, role')
      .eq('user_id', userId)
      .order('company_id');
    if (!data) return;
    const roles = JSON.stringify(data);
    if (known.current !== undefined && known.current !== roles) changed();
    known.current = roles;
  });
}
