import type { RealtimeChannel } from '@supabase/supabase-js';
import { openData } from '#app/data/open-data.ts';
import { openSupabase } from '#app/data/supabase.ts';
import { reflectUnread } from '#app/shell/unread.ts';
import { line, type News } from './line.ts';

type Hearer = { what: News; hear: () => void };

/** A burst is reported twice: at its start, and once for everything in the second after it. */
const settleMs = 1_000;
/**
 * How long to wait before rejoining after the service has closed the channel, as it does when a session is renewed too
 * late.
 */
const reopenMs = 15_000;

const hearers = new Set<Hearer>();
const settling = new Map<News, { hasMore: boolean }>();
/** News that arrived while the page was hidden. */
const missed = new Set<News>();
let opened: { userId: string; close(): void } | undefined;

/**
 * Tells when something may have changed, and whenever the connection opens or closes: whatever was missed meanwhile is
 * found by looking. News carries no content; that is read as usual.
 */
export function hearNews(userId: string, what: News, hear: () => void, signal: AbortSignal) {
  if (signal.aborted) return;
  const hearer = { what, hear };
  hearers.add(hearer);
  if (opened?.userId !== userId) {
    opened?.close();
    opened = open(userId);
  }
  signal.addEventListener('abort', () => {
    hearers.delete(hearer);
    if (hearers.size > 0) return;
    opened?.close();
    opened = undefined;
  });
}

function open(userId: string) {
  let channel: RealtimeChannel | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  async function join() {
    const client = await openSupabase();
    // A private channel is joined with the token that the client has by then.
    await client.realtime.setAuth();
    if (isOver) return;
    channel = client
      .channel(`person:${userId}`, { config: { private: true } })
      .on('broadcast', { event: '*' }, ({ event }) => tell(event as News))
      .subscribe((status) => {
        if (isOver) return;
        const wasOpen = line.isOpen;
        line.isOpen = status === 'SUBSCRIBED';
        if (line.isOpen || wasOpen) tellAll();
        // After an error the client rejoins by itself.
        if (status === 'CLOSED') rejoin();
      });
  }
  function rejoin() {
    clearTimeout(timer);
    timer = setTimeout(() => join().catch(rejoin), reopenMs);
  }

  join().catch(rejoin);
  document.addEventListener('visibilitychange', tellMissed);
  return {
    userId,
    close() {
      isOver = true;
      line.isOpen = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tellMissed);
      if (channel) channel.unsubscribe();
    },
  };
}

function tellAll() {
  for (const what of new Set(['messages' as const, ...[...hearers].map((one) => one.what)]))
    tell(what);
}

function tellMissed() {
  if (document.hidden) return;
  for (const what of missed) tell(what);
  missed.clear();
}

function tell(what: News) {
  if (document.hidden) {
    missed.add(what);
    return;
  }
  const rest = settling.get(what);
  if (rest) {
    rest.hasMore = true;
    return;
  }
  const mine = { hasMore: false };
  settling.set(what, mine);
  setTimeout(() => {
    settling.delete(what);
    if (mine.hasMore) tell(what);
  }, settleMs);
  for (const hearer of hearers) if (hearer.what === what) hearer.hear();
  if (what === 'messages') count().catch(() => {});
}

/** While the connection is open, the header shows the actual count. */
async function count() {
  const client = await openData();
  const { data } = await client.rpc('unread_messages');
  if (typeof data === 'number') reflectUnread(data);
}
