import { useState } from 'react';
import { keepsFor } from '#app/session/forget-person.ts';

/** What somebody has typed to another person, and the key under which words of it were sent last. */
export type MessageDraft = { text: string; attempt?: Attempt };

/** One message on its way: until it is answered, nobody knows whether it was written. */
type Attempt = { key: string; text: string };

/**
 * A message that is being written, from the first letter until the site has answered that it is sent. `place`: the
 * conversation, or what else says to whom. It outlives its form, and the page.
 */
export function useMessageDraft(userId: string, place: string) {
  const [draft, setDraft] = useState(() => readMessageDraft(userId, place));

  function keep(next: MessageDraft) {
    setDraft(next);
    writeMessageDraft(userId, place, next);
  }

  return {
    text: draft.text,
    type: (text: string) => keep({ ...draft, text }),
    /** The key to send these words under. */
    keyFor(words: string): string {
      const attempt = attemptOf(draft, words);
      keep({ ...draft, attempt });
      return attempt.key;
    },
    /** It is sent, and the next one begins. */
    clear: () => keep({ text: '' }),
  };
}

/** The same words keep their key, so that another try writes them once; other words are another message. */
export function attemptOf({ attempt }: MessageDraft, words: string): Attempt {
  return attempt?.text === words ? attempt : { key: crypto.randomUUID(), text: words };
}

/** As long as what other forms keep (draft.ts), which stands in the privacy policy; a file of its own would be a request more. */
const longestLife = 30 * 86_400_000;

const keyOf = (userId: string, place: string) => `message-draft:${userId}:${place}`;

/** Storage may be closed. */
export function readMessageDraft(userId: string, place: string): MessageDraft {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(userId, place)) ?? '{}');
    // Those of the version before have no day: they get one with the next letter.
    if (Date.now() - Date.parse(draft.savedAt) > longestLife) {
      localStorage.removeItem(keyOf(userId, place));
      return { text: '' };
    }
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
function writeMessageDraft(userId: string, place: string, draft: MessageDraft) {
  const key = keyOf(userId, place);
  try {
    const savedAt = new Date().toISOString();
    if (draft.text && keepsFor(userId))
      localStorage.setItem(key, JSON.stringify({ ...draft, savedAt }));
    else localStorage.removeItem(key);
  } catch {
    // Full or closed: the field still holds the words.
  }
}
