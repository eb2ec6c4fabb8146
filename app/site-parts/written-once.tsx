import type { ReactNode } from 'react';
import { useRequestContext } from '../data/request-context.ts';

type WrittenOnceProps = {
  /** Names everything that its content depends on. */
  name: string;
  as?: 'div' | 'header' | 'footer' | 'li';
  className: string;
  children: ReactNode;
};

/**
 * A part that is the same on many pages: the server renders it for the first of them and reuses that. It reads no
 * context and uses no ids from React. Screens, which React hydrates, render it like any other part.
 */
export function WrittenOnce({ name, as: Tag = 'div', className, children }: WrittenOnceProps) {
  const { writeOnce } = useRequestContext();
  if (!writeOnce) return <Tag className={className}>{children}</Tag>;
  const html = { __html: writeOnce(name, children) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself rendered the HTML.
  return <Tag className={className} dangerouslySetInnerHTML={html} />;
}
