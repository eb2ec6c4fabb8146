import type { ReactNode } from 'react';

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="staff-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Names and values, one line each; unknown values are dashes. */
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

/** Under a list that ends somewhere: whoever does not find something in it is to know. */
export function OnlyNewest({ list, most }: { list: readonly unknown[]; most: number }) {
  if (list.length < most) return null;
  return <p className="staff-quiet">No more than the newest {most} are listed.</p>;
}

/** An email address; if it needs two lines, the second begins after the @. */
export function MailAddress({ address }: { address: string }) {
  const host = address.lastIndexOf('@') + 1;
  return (
    <bdi className="mail-address">
      {address.slice(0, host)}
      <wbr />
      {address.slice(host)}
    </bdi>
  );
}

/** Below a name in a list; nothing if there is none. */
export function MailLine({ address }: { address: string | null | undefined }) {
  if (!address) return null;
  return (
    <span className="staff-quiet">
      <MailAddress address={address} />
    </span>
  );
}
