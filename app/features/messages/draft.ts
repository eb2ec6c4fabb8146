/** What somebody has typed, and the key under which these words were sent before an answer came. */
export type Draft = { text: string; attempt?: { key: string; text: string } };

const keyOf = (userId: string, conversationId: string) =>
  `message-draft:${userId}:${conversationId}`;

/** Storage may be closed. */
export function readDraft(userId: string, conversationId: string): Draft {
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
export function writeDraft(userId: string, conversationId: string, draft: Draft) {
  const key = keyOf(userId, conversationId);
  try {
    if (draft.text) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // Full or closed: the field still holds the words.
  }
}

/** The same words keep their key, so that another try sends them once; other words are another message. */
export function attemptOf(draft: Draft): { key: string; text: string } {
  const words = draft.text.trim();
  return draft.attempt?.text === words ? draft.attempt : { key: crypto.randomUUID(), text: words };
}
