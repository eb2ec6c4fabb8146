import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type Tone = 'plain' | 'accent' | 'warm' | 'good' | 'danger';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classNames('badge', tone !== 'plain' && `badge-${tone}`)}>{children}</span>
  );
}
