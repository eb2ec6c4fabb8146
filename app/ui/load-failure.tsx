import { Button } from './button.tsx';
import type { Failure } from './failure.ts';
import { Notice } from './notice.tsx';

type LoadFailureProps = {
  /** What is not there; without it, why stands alone. */
  title?: string;
  failure: Failure;
  again(): void;
};

/** In the place of what could not be loaded: why, and another try. */
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
