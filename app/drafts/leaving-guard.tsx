import { type RefObject, useEffect, useRef, useState } from 'react';
import { keepsFor } from '#app/session/forget-person.ts';
import { late } from '#app/ui/late.tsx';

const LeavingDialog = late(async () => (await import('./leaving-dialog.tsx')).LeavingDialog);

type LeavingGuardProps = {
  /** Set once the text has been sent and the guard no longer applies. */
  isDone: RefObject<boolean>;
  /** Throws the text away. */
  onDiscard(): void;
};

/** While mounted, asks before unsent text is left, however the page is left. */
export function LeavingGuard({ isDone, onDiscard }: LeavingGuardProps) {
  const [wanted, setWanted] = useState<string>();
  const isLeaving = useRef(false);
  useAskOnUnload(isDone, isLeaving);
  useAskOnLink(setWanted);
  if (!wanted) return null;

  const stay = () => setWanted(undefined);
  function leave() {
    isLeaving.current = true;
    location.assign(wanted ?? '');
    stay();
  }
  return (
    <LeavingDialog
      isKept={keepsFor()}
      onLost={stay}
      onStay={stay}
      onLeave={leave}
      onDiscard={() => {
        onDiscard();
        leave();
      }}
    />
  );
}

function useAskOnUnload(isDone: RefObject<boolean>, isLeaving: RefObject<boolean>) {
  // Synchronises the browser's own prompt with whether there is something to lose.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isDone.current && !isLeaving.current) event.preventDefault();
    };
    // Going back may restore this very page.
    const arrive = () => {
      isLeaving.current = false;
    };
    addEventListener('beforeunload', ask);
    addEventListener('pageshow', arrive);
    return () => {
      removeEventListener('beforeunload', ask);
      removeEventListener('pageshow', arrive);
    };
  }, [isDone, isLeaving]);
}

function useAskOnLink(onWanted: (address: string) => void) {
  // Synchronises with clicks on every link of the page, including those in the header.
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a');
      if (!link || !leadsAway(link, event)) return;
      event.preventDefault();
      event.stopPropagation();
      onWanted(link.href);
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [onWanted]);
}

function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return false;
  }
  if (link.target === '_blank' || link.hasAttribute('download')) return false;
  if (!/^https?:$/.test(link.protocol)) return false;
  return link.href.replace(/#.*/, '') !== location.href.replace(/#.*/, '');
}
