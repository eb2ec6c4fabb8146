import type { ReactNode } from 'react';
import './accounts.css';

/** One narrow column: the heading, a sentence, and one thing to do. */
export function AccountPage({
  title,
  intro,
  children,
}: {
  title: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="wrap account-page">
      <div className="account-column">
        <h1>{title}</h1>
        {intro && <p className="account-intro">{intro}</p>}
        <div className="account-body">{children}</div>
      </div>
    </div>
  );
}
