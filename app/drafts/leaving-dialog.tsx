import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type LeavingDialogProps = {
  /** Whether it will still be here when they come back. */
  isKept: boolean;
  onStay(): void;
  onLeave(): void;
  onDiscard(): void;
};

/** Asks whether to leave unsent text behind. */
export function LeavingDialog({ isKept, onStay, onLeave, onDiscard }: LeavingDialogProps) {
  return (
    <Dialog
      title="Leave this page?"
      description={`What you wrote has not been sent. ${isKept ? 'It stays on this device as a draft, and will be here when you come back.' : 'You have signed out, so it is not kept.'}`}
      open
      onOpenChange={(open) => !open && onStay()}
      actions={
        <>
          <Button variant="secondary" onClick={onStay}>
            Keep writing
          </Button>
          <Button variant="quiet" onClick={onDiscard}>
            Discard and leave
          </Button>
          {isKept && <Button onClick={onLeave}>Leave</Button>}
        </>
      }
    />
  );
}
