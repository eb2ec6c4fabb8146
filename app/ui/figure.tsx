import type { ReactNode } from 'react';

type FigureProps = { label?: ReactNode; caption: ReactNode; children: ReactNode };

/** A picture, chart or table with its caption above, numbered as in print. */
export function Figure({ label, caption, children }: FigureProps) {
  return (
    <figure className="figure">
      <figcaption>
        {label && <b>{label}</b>} {caption}
      </figcaption>
      {children}
    </figure>
  );
}
