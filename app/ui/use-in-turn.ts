import { useRef } from 'react';

/**
 * Works one after the other, in the order in which they were asked for: of two choices that somebody makes quickly the
 * later one stands. Answers whether nothing was asked for since.
 */
export function useInTurn() {
  const last = useRef<Promise<void>>(Promise.resolve());
  return async (work: () => Promise<void>): Promise<boolean> => {
    const mine = last.current.then(work, work);
    last.current = mine;
    await mine;
    return last.current === mine;
  };
}
