import type { ReactNode } from 'react';
import { useRequestContext } from '../data/request-context.ts';

type WrittenOnceProps = {
  /** Says all that its words depend on. */
  name: string;
  as?: 'div' | 'header' | 'footer' | 'li';
  className: string;
  children: ReactNode;
};

/**
 * A part that is the same on many pages: the server writes it for the first of them and repeats that. It
 * reads no context, and has no ids of React's making. Screens, which React takes over, draw it as any other.
 */
export function WrittenOnce({ name, as: Tag = 'div', className, children }: WrittenOnceProps) {
  const { writeOnce } = useRequestContext();
  if (!writeOnce) return <Tag className={className}>{children}</Tag>;
  const html = { __html: writeOnce(name, children) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React itself has written.
  return <Tag className={className} dangerouslySetInnerHTML={html} />;
}
