import type { ReactNode } from 'react';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Loader } from '#app/ui/use-loading.ts';

/** The loaded data, or that it is loading or has failed. */
export function Loaded<Data>({
  loading: { state, again },
  isHidden,
  children,
}: {
  loading: Loader<Data>;
  /** What was loaded no longer exists, which is said elsewhere. */
  isHidden?: boolean;
  children: (data: Data) => ReactNode;
}) {
  if (isHidden) return null;
  return (
    <>
      {state.kind === 'waiting' && <Skeleton lines={8} />}
      {state.failure && (
        <LoadFailure
          title="The credentials could not be loaded"
          failure={state.failure}
          again={again}
        />
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
