import { useEffect, useRef } from 'react';
import { type BrowserData, openData } from '#app/data/open-data.ts';
import { toastError } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { hasStill, useMore } from '#app/ui/use-more.ts';

export type Message = { id: string; sender_id: string; body: string; created_at: string };

export type Thread = {
  messages: Message[];
  hasEarlier: boolean;
  /** The messages that arrived last, after the first load. */
  news: Message[];
};

const messagesPerPage = 50;
/** Plus the one that tells whether there are more, as many as the service returns at once. */
const messagesAtOnce = 999;
const retryWait = 4_000;

/**
 * The messages of a conversation, oldest first; reloaded when `lastAt` shows that there are new ones. Includes the
 * message written at `foundAt`. Read anew once the other person is gone, whose messages are gone as well.
 */
export function useThread(id: string, lastAt: string, foundAt?: string, isOtherGone = false) {
  const begunAt = useRef<string>(undefined);
  async function read() {
    const client = await openData();
    if (!foundAt || begunAt.current === foundAt) return readMessages(client, id);
    const thread = await readAround(client, id, foundAt);
    begunAt.current = foundAt;
    return thread;
  }
  const list = useLoading(read, {
    key: `${id} ${foundAt} ${isOtherGone}`,
    version: lastAt,
    join: addNewest,
  });
  const { state, again } = list;
  const earlier = useMore(
    list,
    async ({ messages: [first] }) => {
      const page = await readMessages(await openData(), id, { before: first });
      return (now) =>
        hasStill(now.messages, first)
          ? { ...page, messages: join(page.messages, now.messages) }
          : now;
    },
    () => toastError('Failed to load messages'),
  );

  // Synchronises with time: retries after a failure, even if messages are already shown.
  const { failure } = state;
  useEffect(() => {
    if (!failure) return;
    const retry = setTimeout(again, retryWait);
    return () => clearTimeout(retry);
  }, [failure, again]);

  return { state, again, earlier };
}

/** The time of a message, from the address; undefined if it is anything else. */
export function momentIn(text: string | null): string | undefined {
  if (!text || !/^2\d{3}[\dT:.-]+\+00:00$/.test(text)) return;
  const moment = new Date(text);
  // JavaScript reads February 30 as March 2, which the database refuses.
  if (moment.getTime() && moment.toISOString().startsWith(text.slice(0, 19))) return text;
}

/** A message with its id, or only a time. */
type Before = { created_at: string; id?: string };
type Part = { before?: Before | undefined; from?: string; size?: number };

/** The newest messages, or those before one; one more than a page, to know whether there are earlier ones. */
export async function readMessages(
  client: BrowserData,
  id: string,
  { before, from, size = messagesPerPage }: Part = {},
): Promise<Thread> {
  let query = client
    .from('messages')
    .select('id, sender_id, body, created_at')
    .eq('conversation_id', id)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(size + 1);
  if (before?.id) {
    const { created_at: at, id: last } = before;
    query = query.or(`created_at.lt."${at}",and(created_at.eq."${at}",id.lt.${last})`);
  } else if (before) query = query.lt('created_at', before.created_at);
  if (from) query = query.gte('created_at', from);
  const { data, error } = await query;
  if (error) throw error;
  const messages = data.slice(0, size).reverse();
  return { messages, hasEarlier: data.length > size, news: [] };
}

/**
 * The page before a time and everything since, without gaps up to the newest. If that is more than one request returns,
 * only the newest are shown, and the button leads back to that time.
 */
export async function readAround(client: BrowserData, id: string, moment: string): Promise<Thread> {
  const [since, earlier] = await Promise.all([
    readMessages(client, id, { from: moment, size: messagesAtOnce }),
    readMessages(client, id, { before: { created_at: moment } }),
  ]);
  if (since.hasEarlier) return since;
  return { ...earlier, messages: join(earlier.messages, since.messages) };
}

/** Adds the newest page: messages written at the same time may become visible out of order. */
export function addNewest(now: Thread, newest: Thread): Thread {
  const known = new Set(now.messages.map(({ id }) => id));
  const added = newest.messages.filter(({ id }) => !known.has(id));
  // An empty poll keeps the previous news: otherwise its announcement could be removed before it was read out.
  const news = added.length > 0 ? added : now.news;
  // More arrived than one page holds: the gap is loaded as earlier messages.
  if (newest.hasEarlier && added.length === newest.messages.length) return { ...newest, news };
  return { ...now, messages: join(now.messages, newest.messages), news };
}

function join(...pages: Message[][]): Message[] {
  const all = new Map(pages.flat().map((message) => [message.id, message]));
  const place = (message: Message) => `${message.created_at} ${message.id}`;
  return [...all.values()].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
