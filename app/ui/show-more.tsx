import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import type { Failure } from './failure.ts';
import { Notice } from './notice.tsx';

type ShowMoreProps = {
  hasMore: boolean | undefined;
  /** As returned by `useMore`. */
  more: { more(): void; isBusy?: boolean; failure?: Failure | undefined };
  /** How many are shown, to be announced when more have come. */
  count?: number;
  /** The label of the button. */
  children?: ReactNode;
};

/** Below a list that has more. After the last press the button disappears, and focus stays in its place. */
export function ShowMore({ hasMore, more, count, children = 'Show more' }: ShowMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isPressed, setPressed] = useState(false);
  const [before, setBefore] = useState(count);
  const isAll = isPressed && !hasMore;

  // Synchronises focus with the button that has disappeared.
  useEffect(() => {
    if (isAll && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
  }, [isAll]);

  if (!hasMore && !isPressed) return null;
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={isAll ? 'sr-only' : 'grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4'}
    >
      {more.failure && <Notice tone="danger">{more.failure.message}</Notice>}
      {hasMore && (
        <Button
          variant="secondary"
          isBusy={more.isBusy ?? false}
          onClick={() => {
            setPressed(true);
            setBefore(count);
            more.more();
          }}
        >
          {children}
        </Button>
      )}
      {isAll && 'That is all.'}
      <p className="sr-only" role="status">
        {isPressed && !isAll && count !== before && `${count} are shown`}
      </p>
    </div>
  );
}
