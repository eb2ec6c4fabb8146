import { type RefObject, useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type LeavingDialogProps = {
  /** Set when the person has said that they want to leave. */
  isLeaving: RefObject<boolean>;
  /** Throws away what was written. */
  onDiscard(): void;
};

/** Asks before a link leads away from texts that have not been sent. */
export function LeavingDialog({ isLeaving, onDiscard }: LeavingDialogProps) {
  const [wanted, setWanted] = useState<string>();
  useAskOnLink(setWanted);

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

function useAskOnLink(onWanted: (address: string) => void) {
  // Synchronises with presses on every link of the page, also those of the header.
  useEffect(() => {
    const hear = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a');
      if (!link || !leadsAway(link, event)) return;
      event.preventDefault();
      event.stopPropagation();
      onWanted(link.href);
    };
    document.addEventListener('click', hear, true);
    return () => document.removeEventListener('click', hear, true);
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
