import type { Failure } from '#app/ui/failure.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { type Conversation, readConversation } from './conversation.ts';
import type { Conversations } from './use-conversations.ts';

export type OpenConversation = Conversation | 'loading' | 'missing' | { failure: Failure };

/** The conversation in the address: from a list if it is there, otherwise loaded by itself. */
export function useOpenConversation(id: string | undefined, lists: Conversations[]) {
  const [inbox] = lists;
  const listed = id ? lists.map((list) => list.find(id)).find(Boolean) : undefined;
  // While a list has it, what was loaded by itself is kept.
  const { state, again, change } = useLoading(async () => readConversation(id ?? ''), {
    key: id,
    isWanted: Boolean(id) && !listed && inbox?.state.kind !== 'waiting',
  });
  const apart = state.data === null ? 'missing' : state.data;
  const open: OpenConversation =
    listed ?? apart ?? (state.kind === 'failed' ? { failure: state.failure } : 'loading');
  return {
    open,
    /** Shows a change before the lists have it. */
    remember: (conversation: Conversation) => change(() => conversation),
    readAgain: again,
  };
}
