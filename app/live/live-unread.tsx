import { openSupabase } from '#app/data/supabase.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { reflectUnread } from '#app/shell/unread.ts';
import { useNews } from './use-news.ts';

/** Keeps the header's count of unread messages as it is. The first one is asked for by every page. */
export function LiveUnread() {
  const auth = useAuth();
  const isIn = auth.status === 'signed-in' && !auth.needsSecondFactor;
  useNews(isIn ? auth.user.id : undefined, 'messages', async () => {
    const client = await openSupabase();
    const { data } = await client.rpc('unread_messages');
    if (typeof data === 'number') reflectUnread(data);
  });
  return null;
}
