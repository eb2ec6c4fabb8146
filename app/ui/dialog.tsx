import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The way forward; a row at the foot. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** A modal: focus stays inside, Escape and the backdrop close it, focus returns. */
export function Dialog({ title, description, open, onOpenChange, actions, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog">
          <Base.Title className="dialog-title">{title}</Base.Title>
          {description && (
            <Base.Description className="dialog-description">{description}</Base.Description>
          )}
          {children && <div className="dialog-body">{children}</div>}
          {actions && <div className="dialog-actions">{actions}</div>}
          {/* Last in order, so that the first field takes the focus. */}
          <Base.Close className="icon-button dialog-close" aria-label="Close">
            <X aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
