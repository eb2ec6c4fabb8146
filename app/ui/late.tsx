import type { ComponentType, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';
import { toastError } from './toast.ts';
import { useLoading } from './use-loading.ts';

type LateProps = {
  /** Shown until it is loaded; a skeleton by default. */
  waiting?: ReactNode;
  /** For something without a place of its own, such as a dialog: resets the request for it, and a toast says why. */
  onLost?(): void;
};

/**
 * A component whose file is loaded when it is first rendered, or earlier with `bring`. If the file cannot be loaded,
 * its place says so and offers a retry; the page around it stays, with everything typed. React's own `lazy` would take
 * the page away, and shows a fallback for at least 0.3 s even if the file arrives in a tenth of that.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;
  async function bring() {
    Loaded ??= await load();
    return Loaded;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once per file, at module level.
  function Late(props: Props & LateProps) {
    const { waiting, onLost } = props;
    const { state, again } = useLoading(bring, {
      isWanted: !Loaded,
      onFailed({ message }) {
        if (!onLost) return;
        toastError(`${message} ${advice}`);
        onLost();
      },
    });
    if (Loaded) return <Loaded {...props} />;
    if (!state.failure)
      return waiting === undefined ? onLost ? coming : <Skeleton lines={2} /> : waiting;
    if (onLost) return null;
    return (
      <Notice tone="danger" title="A part of this page could not be loaded">
        <p>{advice} What you typed is still here.</p>
        <Button variant="secondary" size="small" className="mt-3" onClick={again}>
          Try again
        </Button>
      </Notice>
    );
  }
  return Object.assign(Late, { bring });
}

/** After a release that removed the file, only a reload helps. */
const advice = 'Check your connection and try again, or reload the page.';

/** Acknowledges the press if the file takes longer than a moment. */
const coming = (
  <p className="plain-toast" role="status" style={{ animation: 'appear 0s 0.4s backwards' }}>
    Loading…
  </p>
);
