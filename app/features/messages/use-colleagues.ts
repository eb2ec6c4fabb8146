import { openData } from '#app/data/open-data.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import type { Conversation } from './conversation.ts';

/** Who wrote what in a conversation that a team shares. Between two people, it is the other one. */
export function useColleagues({ id, isShared, otherName, otherId, lastAt }: Conversation) {
  const { state } = useLoading(() => readNames(id), {
    key: id,
    version: lastAt,
    isWanted: isShared,
  });
  const names = state.data;
  return (senderId: string) => {
    const known = names?.get(senderId);
    if (known) return known;
    // For a team, until the names are loaded, and for deleted accounts.
    return isShared && senderId !== otherId ? 'The team' : otherName;
  };
}

async function readNames(conversation: string): Promise<Map<string, string>> {
  const client = await openData();
  const { data, error } = await client.rpc('conversation_people', { conversation });
  if (error) throw error;
  return new Map(data.map(({ user_id, name }) => [user_id ?? '', name ?? '']));
}
