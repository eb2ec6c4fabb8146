import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { failureOf } from './failure.ts';
import { toast } from './toast.ts';

type LateDialogProps<Dialog> = {
  load(): Promise<Dialog>;
  /** Takes the wish for the dialog back. */
  onFailed(): void;
  children(dialog: Dialog): ReactNode;
};

/**
 * A dialog whose code is loaded when it is asked for. Where that fails, a toast says so, and the page
 * stays with everything typed into it.
 */
export function LateDialog<Dialog>({ load, onFailed, children }: LateDialogProps<Dialog>) {
  const [loaded, setLoaded] = useState<{ dialog: Dialog }>();
  const begin = useEffectEvent(load);
  const giveUp = useEffectEvent((error: unknown) => {
    toast({ title: 'Error', description: failureOf(error).message, kind: 'error' });
    onFailed();
  });

  // Synchronises with the code that is on its way.
  useEffect(() => {
    let isOver = false;
    begin().then(
      (dialog) => !isOver && setLoaded({ dialog }),
      (error: unknown) => !isOver && giveUp(error),
    );
    return () => {
      isOver = true;
    };
  }, []);

  return loaded && children(loaded.dialog);
}
