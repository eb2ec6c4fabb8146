import type { ReactNode } from 'react';

type PageHeaderProps = { eyebrow?: string; title: string; lede?: string; children?: ReactNode };

/** The head of a page: its one h1, and what it is about in a sentence. */
export function PageHeader({ eyebrow, title, lede, children }: PageHeaderProps) {
  return (
    <header className="container page-header">
      {eyebrow && <p className="eyebrow">{eyebrow}</p>}
      <h1>{title}</h1>
      {lede && <p className="lede">{lede}</p>}
      {children}
    </header>
  );
}
