import { type ReactNode, useEffect, useRef } from 'react';
import type { Failure } from './failure.ts';
import { Notice } from './notice.tsx';

type FormFailureProps = {
  failure?: Failure;
  /** What to do about it, if the service's own message does not say. */
  advice?: ReactNode;
  children?: ReactNode;
};

/** The failure, above the form, where it stays. Takes the focus, so that it is read out at once. */
export function FormFailure({ failure, advice, children }: FormFailureProps) {
  const place = useRef<HTMLDivElement>(null);

  // Synchronises focus with a new failure.
  useEffect(() => {
    if (failure) place.current?.focus();
  }, [failure]);

  if (!failure) return null;
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="danger" title={failure.message}>
        {advice ?? (failure.code === 'unreachable' && unreachable)}
        {children}
      </Notice>
    </div>
  );
}

const unreachable = 'Check your connection, then try again. Nothing you typed is lost.';
