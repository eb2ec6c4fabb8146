import type { ReactNode } from 'react';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';

type DraftPlaceProps = {
  /** How much there is still to choose about the draft. */
  notices: number;
  children: ReactNode;
};

/** Where a form says what became of a draft. It stays, for the focus of the button with which a notice goes. */
export function DraftPlace({ notices, children }: DraftPlaceProps) {
  const place = useKeptFocus<HTMLDivElement>(notices);
  return (
    <div ref={place} tabIndex={-1} className={notices > 0 ? undefined : 'sr-only'}>
      {children}
    </div>
  );
}
