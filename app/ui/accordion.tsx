import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

type AccordionProps = {
  /** Shared by every accordion of which only one item may be open at a time. */
  name: string;
  items: { id?: string; title: ReactNode; content: ReactNode; isOpen?: boolean }[];
};

/** The browser's own disclosure: it works without script, in print and in find-in-page. */
export function Accordion({ name, items }: AccordionProps) {
  return (
    <div className="accordion">
      {items.map(({ id, title, content, isOpen }, index) => (
        <details key={id ?? index} id={id} name={name} open={isOpen}>
          <summary>
            {title}
            <Plus aria-hidden="true" />
          </summary>
          <div className="accordion-content">{content}</div>
        </details>
      ))}
    </div>
  );
}
