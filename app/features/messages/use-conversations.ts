import { useRef } from 'react';
import { toastError } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { hasStill, useMore } from '#app/ui/use-more.ts';
import {
  type Conversation,
  type ConversationPages,
  joinPages,
  readConversations,
  type View,
} from './conversation.ts';

/** The conversations of a view, page by page. Nothing is loaded before `isShown`. */
export function useConversations(view: View, isShown: boolean) {
  const readPage = (before?: Conversation) => readConversations(view, before);
  const list = useLoading(() => readPage(), {
    key: 'sought' in view ? view.sought : '',
    isWanted: isShown,
    join: joinPages,
  });
  const { state, again, change } = list;
  const more = useMore(
    list,
    async ({ conversations }) => {
      const last = conversations.at(-1);
      const page = await readPage(last);
      return (now) => {
        if (!hasStill(now.conversations, last)) return now;
        const ids = new Set(now.conversations.map(({ id }) => id));
        const further = page.conversations.filter(({ id }) => !ids.has(id));
        return { ...page, conversations: [...now.conversations, ...further] };
      };
    },
    () => toastError('Failed to load messages'),
  );
  // The current state, for answers that arrive after a change.
  const latest = useRef(state);
  latest.current = state;
  const asked = useRef(0);

  /** Resolves to whether there is anything new. Of several requests in progress, only the last counts. */
  async function refresh(): Promise<boolean> {
    // The first load is in progress.
    if (latest.current.kind === 'waiting') return false;
    asked.current += 1;
    const mine = asked.current;
    const first = await readPage();
    if (mine !== asked.current) return false;
    const add = (now?: ConversationPages) => (now ? joinPages(now, first) : first);
    const before = latest.current.data;
    const isSame =
      JSON.stringify(add(before).conversations) === JSON.stringify(before?.conversations);
    if (!isSame) change(add);
    return !isSame;
  }

  /** Shows a changed conversation before it is reloaded, in its place if it has one. */
  const put = (conversation: Conversation) =>
    change((now) => {
      if (!now) return now;
      const isKnown = now.conversations.some(({ id }) => id === conversation.id);
      const conversations = isKnown
        ? now.conversations.map((each) => (each.id === conversation.id ? conversation : each))
        : [conversation, ...now.conversations];
      return { ...now, conversations };
    });

  const find = (id: string) => state.data?.conversations.find((each) => each.id === id);

  return { state, find, put, refresh, again, more };
}

export type Conversations = ReturnType<typeof useConversations>;
