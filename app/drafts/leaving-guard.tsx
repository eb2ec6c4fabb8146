import {
  type ComponentProps,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
} from 'react';

const load = () => import('./leaving-dialog.tsx');

type Dialog = Awaited<ReturnType<typeof load>>['LeavingDialog'];

/** Where our own question cannot be loaded, the browser's stands in, and the draft is kept all the same. */
const LeavingDialog = lazy<(props: ComponentProps<Dialog>) => ReactNode>(() =>
  load().then(
    (module) => ({ default: module.LeavingDialog }),
    () => ({ default: () => null }),
  ),
);

/** Has our own question there by the time that somebody has typed. */
export function prepareLeavingGuard() {
  load().catch(() => {});
}

type LeavingGuardProps = {
  /** Set when what was written has arrived, and nothing holds any more. */
  isDone: RefObject<boolean>;
  /** Throws it away. */
  onDiscard(): void;
};

/** As long as it stands: asks before texts that have not been sent are left, on whichever way. */
export function LeavingGuard({ isDone, onDiscard }: LeavingGuardProps) {
  const isLeaving = useRef(false);
  // Synchronises the browser's own question with whether there is something to miss.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isDone.current && !isLeaving.current) event.preventDefault();
    };
    // The way back may show this very page again.
    const arrive = () => {
      isLeaving.current = false;
    };
    addEventListener('beforeunload', ask);
    addEventListener('pageshow', arrive);
    return () => {
      removeEventListener('beforeunload', ask);
      removeEventListener('pageshow', arrive);
    };
  }, [isDone]);
  return (
    <Suspense>
      <LeavingDialog isLeaving={isLeaving} onDiscard={onDiscard} />
    </Suspense>
  );
}
