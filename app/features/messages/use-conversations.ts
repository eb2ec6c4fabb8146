import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '#app/ui/toast.ts';
import {
  type Conversation,
  conversationsPerPage,
  joinPages,
  readConversations,
} from './conversation.ts';

export type ConversationPages =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'found'; conversations: Conversation[]; hasMore: boolean };

/** The conversations in the inbox or in the archive, page by page. Nothing is read before `isShown`. */
export function useConversations({
  isArchived,
  isShown,
}: {
  isArchived: boolean;
  isShown: boolean;
}) {
  const [pages, setPages] = useState<ConversationPages>({ kind: 'loading' });
  // What is shown by now, for answers that were under way meanwhile.
  const latest = useRef(pages);
  const [isMoreBusy, setMoreBusy] = useState(false);
  const asked = useRef(0);

  function show(next: ConversationPages) {
    latest.current = next;
    setPages(next);
  }

  /** Says whether something is new. Of several answers under way only the last counts. */
  async function refresh(): Promise<boolean> {
    asked.current += 1;
    const mine = asked.current;
    const first = await readConversations({ isArchived });
    if (mine !== asked.current) return false;
    const before = latest.current.kind === 'found' ? latest.current : undefined;
    const conversations = joinPages(first, before?.conversations ?? []);
    const isSame = JSON.stringify(conversations) === JSON.stringify(before?.conversations);
    if (isSame) return false;
    const isWhole = conversations.length > first.length;
    const hasMore = isWhole ? (before?.hasMore ?? false) : first.length === conversationsPerPage;
    show({ kind: 'found', conversations, hasMore });
    return true;
  }

  async function load() {
    show({ kind: 'loading' });
    await refresh().catch(() => show({ kind: 'failed' }));
  }

  const loadNow = useEffectEvent(load);

  // Synchronises with the person's conversations, once somebody looks.
  useEffect(() => {
    if (isShown) loadNow();
  }, [isShown]);

  async function showMore() {
    const last = pages.kind === 'found' ? pages.conversations.at(-1) : undefined;
    if (!last) return;
    setMoreBusy(true);
    try {
      const page = await readConversations({ isArchived, before: last.lastAt });
      const before = latest.current.kind === 'found' ? latest.current.conversations : [];
      const ids = new Set(before.map(({ id }) => id));
      show({
        kind: 'found',
        conversations: [...before, ...page.filter(({ id }) => !ids.has(id))],
        hasMore: page.length === conversationsPerPage,
      });
    } catch {
      toast({ title: 'Error', description: 'Failed to load messages', kind: 'error' });
    }
    setMoreBusy(false);
  }

  const find = (id: string) =>
    pages.kind === 'found' ? pages.conversations.find((each) => each.id === id) : undefined;

  return { pages, find, refresh, load, showMore, isMoreBusy };
}

export type Conversations = ReturnType<typeof useConversations>;
