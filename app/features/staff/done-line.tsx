import { useState } from 'react';

type Said = { words: string; times: number };

/** What was done on this page last. `version` changes with each act, so that the page is read again. */
export function useDone() {
  const [said, setSaid] = useState<Said>({ words: '', times: 0 });
  return {
    said,
    version: said.times,
    say: (words: string) => setSaid(({ times }) => ({ words, times: times + 1 })),
  };
}

/** Says what was done, also to screen readers, and also if the same is done again. */
export function DoneLine({ said: { words, times } }: { said: Said }) {
  return (
    <p role="status" className={words ? 'staff-done' : 'sr-only'}>
      {words && <span key={times}>{words}</span>}
    </p>
  );
}
