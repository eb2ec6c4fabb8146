import { ArrowUpRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export function Link({ className, ...props }: ComponentProps<'a'> & { href: string }) {
  return <a {...props} className={classNames('link', className)} />;
}

type ExternalLinkProps = ComponentProps<'a'> & { href: string; children: ReactNode };

/** Opens another site in a new tab, and says so to everyone. */
export function ExternalLink({ className, children, ...props }: ExternalLinkProps) {
  return (
    <a {...props} {...newTab} className={className ?? 'link'}>
      {children}
      <NewTabIcon />
    </a>
  );
}

/** The announcement is in the document once (`NewTabWords`), so that the name of a link is its text. */
export const newTab = {
  target: '_blank',
  rel: 'noopener',
  'aria-describedby': 'new-tab',
} as const;

export function NewTabIcon() {
  return <ArrowUpRight className="new-tab-icon" aria-hidden="true" />;
}

export function NewTabWords() {
  return (
    <p id={newTab['aria-describedby']} hidden>
      Opens in a new tab
    </p>
  );
}
