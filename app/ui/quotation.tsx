import type { ReactNode } from 'react';

type QuotationProps = {
  children: ReactNode;
  name: ReactNode;
  position?: ReactNode;
  picture?: ReactNode;
};

export function Quotation({ children, name, position, picture }: QuotationProps) {
  return (
    <figure className="quotation">
      <blockquote>{children}</blockquote>
      <figcaption>
        {picture}
        <span>
          <b>{name}</b>
          {position && <span>{position}</span>}
        </span>
      </figcaption>
    </figure>
  );
}
