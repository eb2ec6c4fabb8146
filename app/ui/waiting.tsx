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
          It is put together in your browser by a script. Please turn on JavaScript for this site
          and reload the page. All public pages work without it.
        </Notice>
      </div>
    </noscript>
  );
}
