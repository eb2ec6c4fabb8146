import { type ReactNode, useDeferredValue } from 'react';

/** More rows of a list than a window is high; on a phone they are higher. */
const inSight = () => (innerWidth < 768 ? 4 : 6);

type RowsProps<Row> = { of: readonly Row[]; children(row: Row): ReactNode };

/** A list that may be long: a slow phone shows the rows in sight in a third of the time, and then the rest. */
export function Rows<Row>({ of: rows, children }: RowsProps<Row>) {
  return (useIsWhole() ? rows : rows.slice(0, inSight())).map(children);
}

type BelowProps = {
  /** At once: it is unfolded, and would move what stands below it. */
  isInSight?: boolean;
  children: ReactNode;
};

/** What stands below the first window of a screen, or is folded away: drawn right after what is in sight. */
export function Below({ isInSight = false, children }: BelowProps) {
  const isWhole = useIsWhole();
  return (isWhole || isInSight) && children;
}

/** Not yet when this is first drawn, but in React's next go, which a press may interrupt. */
function useIsWhole(): boolean {
  return useDeferredValue(true, false);
}
