import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import './form-group.css';

type FormGroupProps = { title: string; remark: ReactNode; children: ReactNode };

/** Fields that belong together: their name in the margin, the fields next to it. */
export function FormGroup({ title, remark, children }: FormGroupProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be placed in a column of its own.
    <div className="form-group" role="group" aria-labelledby={id}>
      <div className="form-group-head">
        <h2 id={id}>{title}</h2>
        <p>{remark}</p>
      </div>
      <div className="form-group-body">{children}</div>
    </div>
  );
}

/** Fields that most people leave out. Open from the start if any is filled in. */
export function Fold({
  title,
  isOpen,
  onOpen,
  children,
}: {
  title: string;
  isOpen: boolean;
  onOpen?: () => void;
  children: ReactNode;
}) {
  return (
    <details
      className="form-fold"
      open={isOpen || undefined}
      onToggle={onOpen && ((event) => event.currentTarget.open && onOpen())}
    >
      <summary>
        <ChevronDown aria-hidden="true" />
        {title}
      </summary>
      <div className="form-fold-body">{children}</div>
    </details>
  );
}
