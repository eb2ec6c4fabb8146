import { useState } from 'react';

/** What somebody has typed to another person, and the key under which words of it were sent last. */
export type MessageDraft = { text: string; attempt?: Attempt };

/** One message on its way: until it is answered, nobody knows whether it was written. */
type Attempt = { key: string; text: string };

/** Where a draft outlives its form. */
type Place = { read(): MessageDraft | undefined; write(draft: MessageDraft): void };

/** A message that is being written, from the first letter until the site has answered that it is sent. */
export function useMessageDraft({ read, write }: Place) {
  const [draft, setDraft] = useState(() => read() ?? { text: '' });

  function keep(next: MessageDraft) {
    setDraft(next);
    write(next);
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
