import { type ReactNode, useEffect, useRef } from 'react';
import type { Failure } from '#app/failure.ts';
import { Notice } from '#app/ui/notice.tsx';
import { adviceFor } from './advice.ts';

/** What went wrong, above the form, where it stays. Takes the focus, so that it is read at once. */
export function FormFailure({ failure, children }: { failure?: Failure; children?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);

  // Synchronises the focus with a new failure.
  useEffect(() => {
    if (failure) place.current?.focus();
  }, [failure]);

  if (!failure) return null;
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="danger" title={failure.message}>
        {adviceFor(failure)}
        {children}
      </Notice>
    </div>
  );
}
