import { type ReactNode, useEffect } from 'react';
import { focusPlace } from '#app/shell/focus-place.ts';
import { classNames } from '#app/ui/class-names.ts';
import './accounts.css';

type AccountPageProps = {
  title: string;
  intro?: ReactNode;
  /** In the outer column of a wide screen, where a journal prints marginal notes. */
  aside?: ReactNode;
  children: ReactNode;
};

/** One narrow column: the heading, a sentence, and one thing to do. */
export function AccountPage({ title, intro, aside, children }: AccountPageProps) {
  // Synchronises focus with a button that disappeared with the previous step: the heading says what comes next.
  useEffect(() => {
    const address = location.pathname;
    const isNextStep = shown?.address === address && shown.title !== title;
    shown = { address, title };
    if (isNextStep && document.activeElement === document.body) focusPlace('');
  });

  return (
    <div className={classNames('wrap account-page', aside && 'has-aside')}>
      <div className="account-column">
        <h1>{title}</h1>
        {intro && <p className="account-intro">{intro}</p>}
        <div className="account-body">{children}</div>
      </div>
      {aside && <aside className="account-aside">{aside}</aside>}
    </div>
  );
}

/** The step shown last. A module variable, because each step is a component of its own and cannot remember it. */
let shown: { address: string; title: string } | undefined;
