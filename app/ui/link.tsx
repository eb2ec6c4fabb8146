import { ArrowUpRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export function Link({ className, ...props }: ComponentProps<'a'> & { href: string }) {
  return <a {...props} className={classNames('link', className)} />;
}

type ExternalLinkProps = ComponentProps<'a'> & { href: string; children: ReactNode };

/** Leaves the site in a new tab, and says so to everyone. */
export function ExternalLink({ className, children, ...props }: ExternalLinkProps) {
  return (
    <a {...props} className={className ?? 'link'} target="_blank" rel="noopener">
      {children}
      <NewTabHint />
    </a>
  );
}

export function NewTabHint() {
  return (
    <>
      <ArrowUpRight className="new-tab-icon" aria-hidden="true" />
      <span className="sr-only"> (opens in a new tab)</span>
    </>
  );
}
