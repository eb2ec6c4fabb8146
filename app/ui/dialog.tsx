import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Modal } from './modal.tsx';

type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The buttons, in a row at the bottom. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** A modal with a title. The first field in it takes the focus. */
export function Dialog({ title, description, open, onOpenChange, actions, children }: DialogProps) {
  const id = useId();
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      closesOutside
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
    >
      <h2 className="dialog-title" id={`${id}-title`}>
        {title}
      </h2>
      {description && (
        <p className="dialog-description" id={`${id}-description`}>
          {description}
        </p>
      )}
      {children && <div className="dialog-body">{children}</div>}
      {actions && <div className="dialog-actions">{actions}</div>}
      {/* Last in the tab order, so that a field comes first. */}
      <button
        type="button"
        className="icon-button dialog-close"
        aria-label="Close"
        onClick={() => onOpenChange(false)}
      >
        <X aria-hidden="true" />
      </button>
    </Modal>
  );
}
