import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { useCredentialAct } from './use-credential-act.ts';

type NotMineProps = { number: string | undefined; label: string; onDone(words: string): void };

/** Asks once more, because only staff can undo it. */
export function NotMine({ number, label, onDone }: NotMineProps) {
  const act = useCredentialAct();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="credential-not-mine"
        variant="quiet"
        size="small"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        title="Is it somebody else’s?"
        description="It leaves your account at once, and our staff look for whose it is. If only the name is misspelled, write to us instead: we correct it."
        confirmLabel="It is not mine"
        isDestructive
        isBusy={act.isBusy}
        failure={act.failure}
        open={isOpen}
        onOpenChange={setOpen}
        onConfirm={async () => {
          const isDone = await act.run('disown-credential', { number });
          if (!isDone) return;
          setOpen(false);
          onDone('Thank you. Our staff look at it.');
        }}
      />
    </>
  );
}
