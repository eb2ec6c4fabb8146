import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type PageHeaderProps = {
  breadcrumb?: ReactNode;
  eyebrow?: ReactNode;
  title: ReactNode;
  intro?: ReactNode;
  actions?: ReactNode;
  /** Next to the text on a wide screen: a figure, a summary, a form. */
  aside?: ReactNode;
  /** A wide statement for the landing page of a part of the site. */
  isLarge?: boolean;
};

/** The top of a page, with its only h1. */
export function PageHeader({
  breadcrumb,
  eyebrow,
  title,
  intro,
  actions,
  aside,
  isLarge,
}: PageHeaderProps) {
  return (
    <div className={classNames('page-header', isLarge && 'page-header-large')}>
      <div className={classNames('wrap', aside && 'page-header-split')}>
        <div className="page-header-words">
          {breadcrumb}
          {eyebrow && <p className="eyebrow">{eyebrow}</p>}
          <h1>{title}</h1>
          {intro && <p className="lede">{intro}</p>}
          {actions && <div className="actions">{actions}</div>}
        </div>
        {aside && <div className="page-header-aside">{aside}</div>}
      </div>
    </div>
  );
}
