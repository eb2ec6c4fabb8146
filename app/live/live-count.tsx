import { useNews } from './use-news.ts';

/** Keeps the header's count of unread messages live, on a screen that shows nothing of them itself. */
export function LiveCount({ userId }: { userId: string }) {
  useNews(userId, 'messages', () => {});
  return null;
}
