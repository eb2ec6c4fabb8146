import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import './accounts.css';

type AccountPageProps = {
  title: ReactNode;
  intro?: ReactNode;
  /** In the outer column of a wide screen, where a journal prints its remarks. */
  aside?: ReactNode;
  children: ReactNode;
};

/** One narrow column: the heading, a sentence, and one thing to do. */
export function AccountPage({ title, intro, aside, children }: AccountPageProps) {
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
