import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type ConfirmDialogProps = {
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDestructive?: boolean;
  isBusy?: boolean;
  open: boolean;
  onOpenChange(open: boolean): void;
  onConfirm(): void;
};

/** Asks before what cannot be undone. Stays open while busy; the caller closes it. */
export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDestructive,
  isBusy,
  open,
  onOpenChange,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => (next || !isBusy) && onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog dialog-small">
          <Base.Title className="dialog-title">{title}</Base.Title>
          <Base.Description className="dialog-description">{description}</Base.Description>
          <div className="dialog-actions">
            <Base.Close className="button button-secondary" disabled={isBusy}>
              {cancelLabel}
            </Base.Close>
            <Button
              variant={isDestructive ? 'danger' : 'primary'}
              isBusy={isBusy}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
