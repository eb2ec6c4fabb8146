import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type LeavingGuardProps = {
  /** There is something that would be missed. */
  isOn: boolean;
  /** Set when it has arrived, and nothing holds any more. */
  isDone: RefObject<boolean>;
  /** Throws it away. */
  onDiscard(): void;
};

/** Asks before a link leads away from texts that have not been sent; the browser asks otherwise. */
export function LeavingGuard({ isOn, isDone, onDiscard }: LeavingGuardProps) {
  const [wanted, setWanted] = useState<string>();
  const isLeaving = useRef(false);
  useAskOnUnload(isOn, isDone, isLeaving);
  useAskOnLink(isOn, setWanted);

  function leave() {
    isLeaving.current = true;
    if (wanted) location.assign(wanted);
    setWanted(undefined);
  }

  return (
    <Dialog
      title="Leave this page?"
      description="What you wrote has not been sent. It stays on this device as a draft, and is here when you come back."
      open={wanted !== undefined}
      onOpenChange={(open) => !open && setWanted(undefined)}
      actions={
        <>
          <Button variant="secondary" onClick={() => setWanted(undefined)}>
            Keep writing
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              onDiscard();
              leave();
            }}
          >
            Discard and leave
          </Button>
          <Button onClick={leave}>Leave</Button>
        </>
      }
    />
  );
}

function useAskOnUnload(isOn: boolean, isDone: RefObject<boolean>, isLeaving: RefObject<boolean>) {
  // Synchronises the browser's own question with whether there is something to miss.
  useEffect(() => {
    if (!isOn) return;
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
  }, [isOn, isDone, isLeaving]);
}

function useAskOnLink(isOn: boolean, onWanted: (address: string) => void) {
  // Synchronises with presses on every link of the page, also those of the header.
  useEffect(() => {
    if (!isOn) return;
    const hear = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a');
      if (!link || !leadsAway(link, event)) return;
      event.preventDefault();
      event.stopPropagation();
      onWanted(link.href);
    };
    document.addEventListener('click', hear, true);
    return () => document.removeEventListener('click', hear, true);
  }, [isOn, onWanted]);
}

function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return false;
  }
  if (link.target === '_blank' || link.hasAttribute('download')) return false;
  if (!/^https?:$/.test(link.protocol)) return false;
  return link.href.replace(/#.*/, '') !== location.href.replace(/#.*/, '');
}
