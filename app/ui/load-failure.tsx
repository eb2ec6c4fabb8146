import { Button } from './button.tsx';
import type { Failure } from './failure.ts';
import { Notice } from './notice.tsx';

type LoadFailureProps = {
  /** What is missing; without it, only the reason is shown. */
  title?: string;
  failure: Failure;
  again(): void;
};

/** Shown instead of content that could not be loaded: the reason, and a retry. */
export function LoadFailure({ title, failure, again }: LoadFailureProps) {
  return (
    <Notice tone="danger" title={title ?? failure.message}>
      {title && <p>{failure.message}</p>}
      <Button variant="secondary" size="small" onClick={again}>
        Try again
      </Button>
    </Notice>
  );
}
