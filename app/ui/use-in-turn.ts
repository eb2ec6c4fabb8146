import { useRef } from 'react';

/**
 * Runs tasks one after the other, in the order in which they were requested: of two quick choices, the later one wins.
 * Resolves to whether nothing has been requested since.
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
