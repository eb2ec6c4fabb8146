import { useEffect } from 'react';
import { type BrowserData, openData } from '#app/data/open-data.ts';
import { toastError } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { useMore } from '#app/ui/use-more.ts';

export type Message = { id: string; sender_id: string; body: string; created_at: string };

export type Thread = {
  messages: Message[];
  hasEarlier: boolean;
  /** What came last, after the first look. */
  news: Message[];
};

const messagesPerPage = 50;
const retryWait = 4_000;

/** The messages of a conversation, the oldest first; read again when `lastAt` says that there are new ones. */
export function useThread(id: string, lastAt: string) {
  const list = useLoading(async () => readMessages(await openData(), id), {
    key: id,
    version: lastAt,
    join: addNewest,
  });
  const { state, again } = list;
  const earlier = useMore(
    list,
    async ({ messages: [first] }) => {
      const page = await readMessages(await openData(), id, first);
      return (now) => ({ ...page, messages: join(page.messages, now.messages) });
    },
    () => toastError('Failed to load messages'),
  );

  // Synchronises with time: what failed is tried again, also where messages are shown already.
  const { failure } = state;
  useEffect(() => {
    if (!failure) return;
    const retry = setTimeout(again, retryWait);
    return () => clearTimeout(retry);
  }, [failure, again]);

  return { state, again, earlier };
}

/** The newest, or those before one; one more than a page tells whether there are earlier ones. */
export async function readMessages(
  client: BrowserData,
  id: string,
  before?: Pick<Message, 'created_at' | 'id'>,
): Promise<Thread> {
  let query = client
    .from('messages')
    .select('id, sender_id, body, created_at')
    .eq('conversation_id', id)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(messagesPerPage + 1);
  if (before) {
    const { created_at: at, id: last } = before;
    query = query.or(`created_at.lt."${at}",and(created_at.eq."${at}",id.lt.${last})`);
  }
  const { data, error } = await query;
  if (error) throw error;
  const messages = data.slice(0, messagesPerPage).reverse();
  return { messages, hasEarlier: data.length > messagesPerPage, news: [] };
}

/** The newest page: whoever wrote at the same time may have become visible out of order. */
export function addNewest(now: Thread, newest: Thread): Thread {
  const known = new Set(now.messages.map(({ id }) => id));
  const added = newest.messages.filter(({ id }) => !known.has(id));
  // A look that brings nothing takes nothing back: what is read out would be gone before it was heard.
  const news = added.length > 0 ? added : now.news;
  // More came than one page holds: what lies between is read as earlier messages.
  if (newest.hasEarlier && added.length === newest.messages.length) return { ...newest, news };
  return { ...now, messages: join(now.messages, newest.messages), news };
}

function join(...pages: Message[][]): Message[] {
  const all = new Map(pages.flat().map((message) => [message.id, message]));
  const place = (message: Message) => `${message.created_at} ${message.id}`;
  return [...all.values()].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
