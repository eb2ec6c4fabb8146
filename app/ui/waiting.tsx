import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** What stands in the place of a screen until its script has it, which without a script is never. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <>
      <noscript>
        <div className="pb-16">
          <Notice title="This page needs JavaScript">
            Your browser puts it together, and needs a script to do so. Please turn on JavaScript
            for this site and load the page again. All public pages work without it.
          </Notice>
        </div>
      </noscript>
      <div className="needs-script">{children}</div>
    </>
  );
}
