import { useLayoutEffect, useRef } from 'react';
import { type Place, piecesOf } from './pieces-of.ts';

type FoundMessageProps = { body: string; words: readonly Place[] };

/** What a search has found, with the words marked. It comes into sight, and has the focus of whoever has just come. */
export function FoundMessage({ body, words }: FoundMessageProps) {
  const place = useRef<HTMLSpanElement>(null);

  // Synchronises the scroll position and the focus with it.
  useLayoutEffect(() => {
    const message = place.current;
    const list = message?.closest('.messages-scroll');
    if (!message || !list) return;
    const first = message.querySelector('mark') ?? message;
    const above = first.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += above - list.clientHeight / 3;
    // Under zoom the page scrolls, too.
    first.scrollIntoView({ block: 'nearest' });
    const focused = document.activeElement;
    if (focused === document.body || focused?.localName === 'h1') {
      message.focus({ preventScroll: true });
    }
  }, []);

  return (
    <span ref={place} tabIndex={-1}>
      {piecesOf(body, words).map(({ from, text, isMatch }) =>
        isMatch ? <mark key={from}>{text}</mark> : text,
      )}
    </span>
  );
}
