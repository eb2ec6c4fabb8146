import type { ReactNode } from 'react';

/** A part of the page of one person. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="staff-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Names and values, one line each; what is not known is a dash. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="staff-facts">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Moment({ at, hasTime }: { at: string | null; hasTime?: boolean }) {
  if (!at) return '—';
  const style = hasTime
    ? ({ dateStyle: 'medium', timeStyle: 'short' } as const)
    : ({ dateStyle: 'medium' } as const);
  return <time dateTime={at}>{new Date(at).toLocaleString('en-US', style)}</time>;
}
