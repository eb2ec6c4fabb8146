import { useLayoutEffect, useRef } from 'react';
import { type Place, piecesOf } from './pieces-of.ts';

type FoundMessageProps = { body: string; words: readonly Place[] };

/** A search result with the words marked. Scrolls into view, and takes focus on arrival. */
export function FoundMessage({ body, words }: FoundMessageProps) {
  const place = useRef<HTMLSpanElement>(null);

  // Synchronises scroll position and focus with it.
  useLayoutEffect(() => {
    const message = place.current;
    const list = message?.closest('.messages-scroll');
    if (!message || !list) return;
    const first = message.querySelector('mark') ?? message;
    const above = first.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += above - list.clientHeight / 3;
    // When zoomed in, the page scrolls, too.
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
