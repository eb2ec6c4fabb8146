import { type ReactNode, useDeferredValue } from 'react';

/** More rows than fit in a window; on a phone, rows are taller. */
const inSight = () => (innerWidth < 768 ? 4 : 6);

type RowsProps<Row> = { of: readonly Row[]; children(row: Row): ReactNode };

/**
 * A list that may be long: renders the visible rows first, which takes a slow phone a third of the time, and then the
 * rest.
 */
export function Rows<Row>({ of: rows, children }: RowsProps<Row>) {
  return (useIsWhole() ? rows : rows.slice(0, inSight())).map(children);
}

type BelowProps = {
  /** Renders at once: the part is unfolded, and appearing later would move what is below it. */
  isInSight?: boolean;
  children: ReactNode;
};

/** Content below the first window of a screen, or folded away: rendered right after what is in sight. */
export function Below({ isInSight = false, children }: BelowProps) {
  const isWhole = useIsWhole();
  return (isWhole || isInSight) && children;
}

/** False on the first render, true in React's next, interruptible one. */
function useIsWhole(): boolean {
  return useDeferredValue(true, false);
}
