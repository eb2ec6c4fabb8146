import type { ReactNode } from 'react';

type EmptyStateProps = { title: ReactNode; children?: ReactNode; action?: ReactNode };

/** Says what is missing, why, and what to do next. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p className="empty-state-title">{title}</p>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
