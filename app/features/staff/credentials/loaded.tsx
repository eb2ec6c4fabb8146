import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Loader } from '#app/ui/use-loading.ts';

/** What was read, or that it waits or failed. */
export function Loaded<Data>({
  loading: { state, again },
  isHidden,
  children,
}: {
  loading: Loader<Data>;
  /** What was read is gone meanwhile, which is said elsewhere. */
  isHidden?: boolean;
  children: (data: Data) => ReactNode;
}) {
  if (isHidden) return null;
  return (
    <>
      {state.kind === 'waiting' && <Skeleton lines={8} />}
      {state.failure && (
        <Notice tone="danger" title="The page could not be read">
          <p>{state.failure.message}</p>
          <Button variant="secondary" size="small" onClick={again}>
            Try again
          </Button>
        </Notice>
      )}
      {state.data && children(state.data)}
    </>
  );
}

export function BackToCredentials() {
  return (
    <p className="staff-back">
      <a className="link" href="/staff/credentials">
        All credentials
      </a>
    </p>
  );
}
