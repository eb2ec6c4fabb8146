import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type SectionProps = {
  id?: string;
  eyebrow?: ReactNode;
  title?: ReactNode;
  intro?: ReactNode;
  /**
   * Stacked, or with the heading in a column next to the text as in a journal: on the left, or on the right if
   * mirrored.
   */
  layout?: 'stacked' | 'beside' | 'mirrored';
  tone?: 'paper' | 'sunken' | 'sage';
  /** A hairline above; sections on another background need none. */
  hasRule?: boolean;
  className?: string;
  children?: ReactNode;
};

/** One section of a page, with its heading. */
export function Section({
  id,
  eyebrow,
  title,
  intro,
  layout = 'stacked',
  tone = 'paper',
  hasRule,
  className,
  children,
}: SectionProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      className={classNames('section', tone !== 'paper' && `section-${tone}`, className)}
      aria-labelledby={title ? headingId : undefined}
    >
      <div
        className={classNames(
          'wrap',
          hasRule && 'section-rule',
          layout !== 'stacked' && 'section-beside',
          layout === 'mirrored' && 'section-mirrored',
        )}
      >
        {(eyebrow || title || intro) && (
          <div className="section-head">
            {eyebrow && <p className="eyebrow">{eyebrow}</p>}
            {title && <h2 id={headingId}>{title}</h2>}
            {intro && <p className="lede">{intro}</p>}
          </div>
        )}
        {children && <div className="section-body">{children}</div>}
      </div>
    </section>
  );
}
