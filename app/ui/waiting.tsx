import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** What stands in the place of a screen until its script has it, which without a script is never. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <>
      <noscript>
        <div className="pb-16">
          <Notice title="This page needs JavaScript">
            It is put together by your browser, which takes a script. Please turn JavaScript on for
            this site and load the page again. All public pages work without it.
          </Notice>
        </div>
      </noscript>
      <div className="needs-script">{children}</div>
    </>
  );
}
