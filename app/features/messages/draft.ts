import type { MessageDraft } from '#app/drafts/message-draft.ts';

const keyOf = (userId: string, conversationId: string) =>
  `message-draft:${userId}:${conversationId}`;

/** Storage may be closed. */
export function readDraft(userId: string, conversationId: string): MessageDraft {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(userId, conversationId)) ?? '{}');
    const { key, text } = draft.attempt ?? {};
    return {
      text: typeof draft.text === 'string' ? draft.text : '',
      ...(typeof key === 'string' && typeof text === 'string' && { attempt: { key, text } }),
    };
  } catch {
    return { text: '' };
  }
}

/** Without words there is nothing to keep. */
export function writeDraft(userId: string, conversationId: string, draft: MessageDraft) {
  const key = keyOf(userId, conversationId);
  try {
    if (draft.text) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // Full or closed: the field still holds the words.
  }
}
