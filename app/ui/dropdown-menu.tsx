import { ChevronDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { closeMenu } from './menu-state.ts';

type Item =
  | { kind?: 'action'; label: ReactNode; onSelect(): void; disabled?: boolean; isDanger?: boolean }
  | { kind: 'link'; label: ReactNode; href: string }
  | { kind: 'divider' };

type DropdownMenuProps = { label: ReactNode; items: Item[] };

/** A button that opens a list of commands and links; the same popover as in the header. */
export function DropdownMenu({ label, items }: DropdownMenuProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="button button-secondary"
        popoverTarget={id}
        suppressHydrationWarning
      >
        {label}
        <ChevronDown aria-hidden="true" />
      </button>
      <div className="menu" id={id} popover="auto">
        <ul>
          {items.map((item, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries never move.
              key={index}
              className={item.kind === 'divider' ? 'menu-divider' : undefined}
              aria-hidden={item.kind === 'divider' || undefined}
            >
              <MenuEntry item={item} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function MenuEntry({ item }: { item: Item }) {
  if (item.kind === 'divider') return null;
  if (item.kind === 'link') {
    return (
      <a className="menu-item" href={item.href}>
        {item.label}
      </a>
    );
  }
  const { onSelect } = item;
  const select = (event: MouseEvent) => {
    closeMenu(event.currentTarget.closest<HTMLElement>('[popover]'));
    onSelect();
  };
  return (
    <button
      type="button"
      className={classNames('menu-item', item.isDanger && 'menu-item-danger')}
      disabled={item.disabled}
      onClick={select}
    >
      {item.label}
    </button>
  );
}
