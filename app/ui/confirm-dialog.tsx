import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

type ConfirmDialogProps = {
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDestructive?: boolean;
  isBusy?: boolean;
  /** Why the action failed. */
  failure?: string | undefined;
  open: boolean;
  onOpenChange(open: boolean): void;
  onConfirm(): void;
};

/** Asks before an irreversible action; Cancel has the focus. While busy it cannot be closed. */
export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDestructive,
  isBusy,
  failure,
  open,
  onOpenChange,
  onConfirm,
}: ConfirmDialogProps) {
  const id = useId();
  return (
    <Modal
      className="dialog-small"
      role="alertdialog"
      open={open}
      onOpenChange={onOpenChange}
      isHeld={isBusy}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
    >
      <h2 className="dialog-title" id={`${id}-title`}>
        {title}
      </h2>
      <p className="dialog-description" id={`${id}-description`}>
        {description}
      </p>
      {failure && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
      <div className="dialog-actions">
        <Button variant="secondary" disabled={isBusy} onClick={() => onOpenChange(false)}>
          {cancelLabel}
        </Button>
        <Button variant={isDestructive ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
