import type { ReactNode } from 'react';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';

type DraftPlaceProps = {
  /** How many notices about the draft are still open. */
  notices: number;
  children: ReactNode;
};

/**
 * Where a form says what happened to a draft. It stays in the page to take the focus when a notice disappears with its
 * button.
 */
export function DraftPlace({ notices, children }: DraftPlaceProps) {
  const place = useKeptFocus<HTMLDivElement>(notices);
  return (
    <div ref={place} tabIndex={-1} className={notices > 0 ? undefined : 'sr-only'}>
      {children}
    </div>
  );
}
