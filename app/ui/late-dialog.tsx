import type { ReactNode } from 'react';
import { toast } from './toast.ts';
import { useLoading } from './use-loading.ts';

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
export function LateDialog<Dialog extends object>({
  load,
  onFailed,
  children,
}: LateDialogProps<Dialog>) {
  const { state } = useLoading(load, {
    onFailed({ message }) {
      toast({ title: 'Error', description: message, kind: 'error' });
      onFailed();
    },
  });
  return state.data && children(state.data);
}
