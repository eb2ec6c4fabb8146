import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type NoticeProps = { tone?: 'plain' | 'good' | 'danger'; title?: ReactNode; children?: ReactNode };

/** A message that stays on the page, where a toast would disappear too soon. */
export function Notice({ tone = 'plain', title, children }: NoticeProps) {
  return (
    <div
      className={classNames('notice', tone !== 'plain' && `notice-${tone}`)}
      role={tone === 'danger' ? 'alert' : undefined}
    >
      {title && <p className="notice-title">{title}</p>}
      {children}
    </div>
  );
}
