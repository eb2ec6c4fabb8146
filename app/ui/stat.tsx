import type { ReactNode } from 'react';

type Stat = { value: ReactNode; label: ReactNode; note?: ReactNode };

/** Key figures between hairlines, as a description list. */
export function Stats({ items }: { items: Stat[] }) {
  return (
    <dl className="stats">
      {items.map(({ value, label, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: figures are static.
        <div key={index}>
          <dt>{label}</dt>
          <dd className="stat-value">{value}</dd>
          {note && <dd className="stat-note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
