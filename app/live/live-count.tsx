import { useNews } from './use-news.ts';

/** Keeps the header's unread count live on a screen that shows no messages itself. */
export function LiveCount({ userId }: { userId: string }) {
  useNews(userId, 'messages', () => {});
  return null;
}
