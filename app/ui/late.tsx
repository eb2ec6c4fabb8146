import type { ComponentType, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';
import { toastError } from './toast.ts';
import { useLoading } from './use-loading.ts';

type LateProps = {
  /** Stands in its place until it is there, a skeleton otherwise. */
  waiting?: ReactNode;
  /** Of what has no place of its own, as a dialog: takes the wish for it back, and a toast says why. */
  onLost?(): void;
};

/**
 * A component whose file comes when it is first drawn, or when it is brought before. Where the file is lost, its place
 * says so and offers another try; what stands around it stays, with all that is typed. React's own `lazy` would take
 * the page away, and shows a fallback for 0.3 s at least, also where the file comes in a tenth of that.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let There: ComponentType<Props> | undefined;
  async function bring() {
    There ??= await load();
    return There;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each file, where modules begin.
  function Late(props: Props & LateProps) {
    const { waiting, onLost } = props;
    const { state, again } = useLoading(bring, {
      isWanted: !There,
      onFailed({ message }) {
        if (!onLost) return;
        toastError(`${message} ${advice}`);
        onLost();
      },
    });
    if (There) return <There {...props} />;
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

/** After a release that took the file away only the last helps. */
const advice = 'Check your connection and try again, or reload the page.';

/** Says that the press was heard, where the file takes longer than a moment. */
const coming = (
  <p className="plain-toast" role="status" style={{ animation: 'appear 0s 0.4s backwards' }}>
    Loading…
  </p>
);
