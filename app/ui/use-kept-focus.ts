import { useEffect, useRef } from 'react';

/**
 * Where the focus goes when a list loses an entry, or a button of one, that had it: the part of the page around the list,
 * which takes the ref and `tabIndex={-1}`. `count` is how many there are, undefined while nobody knows.
 */
export function useKeptFocus<Place extends HTMLElement>(count: number | undefined) {
  const place = useRef<Place>(null);
  const before = useRef(count);

  // Synchronises the focus with what has left the list.
  useEffect(() => {
    const isLess = count !== undefined && before.current !== undefined && count < before.current;
    before.current = count;
    if (isLess && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
  }, [count]);
  return place;
}
