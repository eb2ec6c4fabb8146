import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** Shown instead of a screen until its script has loaded, which without scripting is never. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <>
      <NeedsScript className="pb-16" />
      <div className="needs-script">{children}</div>
    </>
  );
}

/** Above what cannot be used without scripting, so that nobody presses a button in vain. */
export function NeedsScript({ className }: { className: string }) {
  return (
    <noscript>
      <div className={className}>
        <Notice title="This page needs JavaScript">
          Your browser puts it together, and needs a script to do so. Please turn on JavaScript for
          this site and load the page again. All public pages work without it.
        </Notice>
      </div>
    </noscript>
  );
}
