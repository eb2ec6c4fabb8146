import { useRef, useState } from 'react';
import { keepsFor } from '#app/session/forget-person.ts';

/** A message being typed, and the key and text of the last attempt to send it. */
export type MessageDraft = { text: string; attempt?: Attempt };

/** An attempt to send: without an answer, it is unknown whether the message was stored. */
type Attempt = { key: string; text: string };

/**
 * A message being written, from the first letter until the site confirms that it was sent. `place`: the conversation,
 * or whatever else identifies the recipient. It survives the form and the page.
 */
export function useMessageDraft(userId: string, place: string) {
  const [draft, setDraft] = useState(() => readMessageDraft(userId, place));
  // While a form loads its rules, somebody types on, and then it is sent with the functions that it was submitted with.
  const latest = useRef(draft);

  function keep(next: MessageDraft) {
    latest.current = next;
    setDraft(next);
    writeMessageDraft(userId, place, next);
  }

  return {
    text: draft.text,
    type: (text: string) => keep({ ...latest.current, text }),
    /** The idempotency key to send these words with. */
    keyFor(words: string): string {
      const attempt = attemptOf(latest.current, words);
      keep({ ...latest.current, attempt });
      return attempt.key;
    },
    /** After it was sent, the next one begins. */
    clear: () => keep({ text: '' }),
  };
}

/** The same words keep their key, so that a retry stores them once; other words are a new message. */
export function attemptOf({ attempt }: MessageDraft, words: string): Attempt {
  return attempt?.text === words ? attempt : { key: crypto.randomUUID(), text: words };
}

/** As long as in draft.ts and in the privacy policy; a shared file would cost another request. */
const longestLife = 30 * 86_400_000;

const keyOf = (userId: string, place: string) => `message-draft:${userId}:${place}`;

/** Storage may be blocked. */
export function readMessageDraft(userId: string, place: string): MessageDraft {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(userId, place)) ?? '{}');
    // Drafts from an earlier release have no date: they get one with the next keystroke.
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

/** An empty text is not stored. */
function writeMessageDraft(userId: string, place: string, draft: MessageDraft) {
  const key = keyOf(userId, place);
  try {
    const savedAt = new Date().toISOString();
    if (draft.text && keepsFor(userId))
      localStorage.setItem(key, JSON.stringify({ ...draft, savedAt }));
    else localStorage.removeItem(key);
  } catch {
    // Storage is full or blocked: the field still holds the words.
  }
}
