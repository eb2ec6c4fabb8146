import type { ReactNode } from 'react';

type NumberedListProps = { items: { title?: ReactNode; content?: ReactNode }[] };

/** An argument in order, with hanging numbers in the margin. */
export function NumberedList({ items }: NumberedListProps) {
  return (
    <ol className="numbered-list">
      {items.map(({ title, content }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are identified by their order.
        <li key={index}>
          {title && <h3>{title}</h3>}
          {content && <div>{content}</div>}
        </li>
      ))}
    </ol>
  );
}
