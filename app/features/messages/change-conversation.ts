import type { BrowserData } from '#app/data/open-data.ts';
import type { Conversation } from './conversation.ts';

export async function block(client: BrowserData, { id }: Conversation) {
  const { error } = await client.rpc('block_conversation', { conversation: id });
  if (error) throw error;
}

export async function unblock(client: BrowserData, { id }: Conversation) {
  const { error } = await client.rpc('unblock_conversation', { conversation: id });
  if (error) throw error;
}

export async function setArchived(client: BrowserData, id: string, isArchived: boolean) {
  const { error } = await client.rpc('archive_conversation', {
    conversation: id,
    archived: isArchived,
  });
  if (error) throw error;
}

/** Up to the last message on the screen. */
export async function markRead(client: BrowserData, id: string, upTo: string) {
  const { error } = await client.rpc('mark_conversation_read', { conversation: id, up_to: upTo });
  if (error) throw error;
}
