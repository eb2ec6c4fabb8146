import { useEffect, useState } from 'react';
import { type Conversation, readConversation } from './conversation.ts';
import type { Conversations } from './use-conversations.ts';

export type OpenConversation = Conversation | 'loading' | 'missing' | 'failed';

/** The conversation of the address: out of a list where it is there, else read by itself. */
export function useOpenConversation(id: string | undefined, lists: Conversations[]) {
  const [apart, setApart] = useState<{ id: string; found: OpenConversation }>();
  const [attempt, setAttempt] = useState(0);
  const [inbox] = lists;
  const listed = id ? lists.map((list) => list.find(id)).find(Boolean) : undefined;
  const isListed = Boolean(listed);
  const isReady = inbox?.pages.kind !== 'loading';

  // Synchronises with a conversation that no list shows. What is known of it stays meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again.
  useEffect(() => {
    if (!id || isListed || !isReady) return;
    let isOver = false;
    const tell = (found: OpenConversation) => !isOver && setApart({ id, found });
    readConversation(id).then(
      (found) => tell(found ?? 'missing'),
      () => tell('failed'),
    );
    return () => {
      isOver = true;
    };
  }, [id, isListed, isReady, attempt]);

  const open: OpenConversation = listed ?? ((apart?.id === id && apart?.found) || 'loading');
  return {
    open,
    /** Shows what has just been changed, before the lists say it. */
    remember: (conversation: Conversation) =>
      setApart({ id: conversation.id, found: conversation }),
    readAgain: () => setAttempt((before) => before + 1),
  };
}
