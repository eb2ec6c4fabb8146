import type { Failure } from '#app/ui/failure.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { type Conversation, readConversation } from './conversation.ts';
import type { Conversations } from './use-conversations.ts';

export type OpenConversation = Conversation | 'loading' | 'missing' | { failure: Failure };

/** The conversation of the address: out of a list where it is there, else read by itself. */
export function useOpenConversation(id: string | undefined, lists: Conversations[]) {
  const [inbox] = lists;
  const listed = id ? lists.map((list) => list.find(id)).find(Boolean) : undefined;
  // What is known of one that no list shows stays while it is listed.
  const { state, again, change } = useLoading(async () => readConversation(id ?? ''), {
    key: id,
    isWanted: Boolean(id) && !listed && inbox?.state.kind !== 'waiting',
  });
  const apart = state.data === null ? 'missing' : state.data;
  const open: OpenConversation =
    listed ?? apart ?? (state.kind === 'failed' ? { failure: state.failure } : 'loading');
  return {
    open,
    /** Shows what has just been changed, before the lists say it. */
    remember: (conversation: Conversation) => change(() => conversation),
    readAgain: again,
  };
}
