import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

type AccordionProps = {
  /** Shared by accordions of which only one item may be open at a time. */
  name: string;
  items: { id?: string; title: ReactNode; content: ReactNode; isOpen?: boolean }[];
};

/**
 * The browser's own disclosure element: it works without script, in print and in find-in-page. The id is that of the
 * answer: for an address that ends in it, the browser opens the item around it.
 */
export function Accordion({ name, items }: AccordionProps) {
  return (
    <div className="accordion">
      {items.map(({ id, title, content, isOpen }, index) => (
        <details key={id ?? index} name={name} open={isOpen}>
          <summary>
            {title}
            <Plus aria-hidden="true" />
          </summary>
          <div className="accordion-content" id={id}>
            {content}
          </div>
        </details>
      ))}
    </div>
  );
}
