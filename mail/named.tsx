import type { ReactNode } from 'react';
import { Paragraph } from './layout.tsx';

/** What an email is about, in people's own words, which may run from right to left. */
export function Named({ children }: { children: ReactNode }) {
  return (
    <Paragraph>
      <strong dir="auto">{children}</strong>
    </Paragraph>
  );
}
