import { useEffect, useRef } from 'react';

/**
 * Where focus goes when a list loses the entry, or the button, that had it: the element around the list, which takes
 * the ref and `tabIndex={-1}`. `count` is the number of entries, undefined as long as it is unknown.
 */
export function useKeptFocus<Place extends HTMLElement>(count: number | undefined) {
  const place = useRef<Place>(null);
  const before = useRef(count);

  // Synchronises focus with what has left the list.
  useEffect(() => {
    const isLess = count !== undefined && before.current !== undefined && count < before.current;
    before.current = count;
    if (isLess && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
  }, [count]);
  return place;
}
