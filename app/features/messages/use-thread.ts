import { useEffect, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { toast } from '#app/ui/toast.ts';

export type Message = { id: string; sender_id: string; body: string; created_at: string };

type Found = {
  kind: 'found';
  messages: Message[];
  hasEarlier: boolean;
  /** What came with the last look, after the first. */
  news: Message[];
};
export type ThreadState = { kind: 'loading' } | { kind: 'failed' } | Found;

const messagesPerPage = 50;
const retryWait = 4_000;

/** The messages of a conversation, the oldest first; read again when `lastAt` says that there are new ones. */
export function useThread(id: string, lastAt: string) {
  const [thread, setThread] = useState<ThreadState>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const [isEarlierBusy, setEarlierBusy] = useState(false);

  // Synchronises with the conversation; where messages are shown already, a failure is tried again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment and the attempt ask the same again.
  useEffect(() => {
    let isOver = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    setThread((before) => (before.kind === 'failed' ? { kind: 'loading' } : before));
    readMessages(id).then(
      (page) => !isOver && setThread((before) => addNewest(before, page)),
      () => {
        if (isOver) return;
        setThread((before) => (before.kind === 'found' ? before : { kind: 'failed' }));
        retry = setTimeout(() => setAttempt((before) => before + 1), retryWait);
      },
    );
    return () => {
      isOver = true;
      clearTimeout(retry);
    };
  }, [id, lastAt, attempt]);

  async function loadEarlier() {
    const first = thread.kind === 'found' ? thread.messages[0] : undefined;
    if (!first) return;
    setEarlierBusy(true);
    try {
      const page = await readMessages(id, first.created_at);
      setThread((before) =>
        before.kind === 'found'
          ? {
              ...before,
              messages: join(page, before.messages),
              hasEarlier: page.length === messagesPerPage,
              news: [],
            }
          : before,
      );
    } catch {
      toast({ title: 'Error', description: 'Failed to load messages', kind: 'error' });
    }
    setEarlierBusy(false);
  }

  return {
    thread,
    loadEarlier,
    isEarlierBusy,
    readAgain: () => setAttempt((before) => before + 1),
  };
}

async function readMessages(id: string, before?: string): Promise<Message[]> {
  const client = await openSupabase();
  let query = client
    .from('messages')
    .select('id, sender_id, body, created_at')
    .eq('conversation_id', id)
    .order('created_at', { ascending: false })
    .limit(messagesPerPage);
  if (before) query = query.lt('created_at', before);
  const { data, error } = await query;
  if (error) throw error;
  return data.reverse();
}

/** The newest page: whoever wrote at the same time may have become visible out of order. */
export function addNewest(before: ThreadState, page: Message[]): Found {
  const isFull = page.length === messagesPerPage;
  if (before.kind !== 'found') {
    return { kind: 'found', messages: page, hasEarlier: isFull, news: [] };
  }
  const known = new Set(before.messages.map(({ id }) => id));
  const news = page.filter(({ id }) => !known.has(id));
  // More came than one page holds: what lies between is read as earlier messages.
  if (isFull && news.length === page.length) {
    return { kind: 'found', messages: page, hasEarlier: true, news };
  }
  return { ...before, messages: join(before.messages, page), news };
}

function join(...pages: Message[][]): Message[] {
  const all = new Map(pages.flat().map((message) => [message.id, message]));
  return [...all.values()].sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
}
