import { Menu as Base } from '@base-ui/react/menu';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

type Item =
  | { kind?: 'action'; label: ReactNode; onSelect(): void; disabled?: boolean; isDanger?: boolean }
  | { kind: 'link'; label: ReactNode; href: string }
  | { kind: 'divider' };

type DropdownMenuProps = { label: ReactNode; items: Item[]; disabled?: boolean };

/** A button with a menu of commands, with the keyboard of the ARIA menu. Hydrated pages only. */
export function DropdownMenu({ label, items, disabled }: DropdownMenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className="button button-secondary" disabled={disabled}>
        {label}
        <ChevronDown aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="menu-positioner" sideOffset={6} align="start">
          <Base.Popup className="menu menu-floating">
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries never change places.
              <MenuEntry key={index} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuEntry({ item }: { item: Item }) {
  if (item.kind === 'divider') return <Base.Separator className="menu-divider" />;
  if (item.kind === 'link') {
    return (
      <Base.LinkItem className="menu-item" href={item.href}>
        {item.label}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item
      className={item.isDanger ? 'menu-item menu-item-danger' : 'menu-item'}
      disabled={item.disabled}
      onClick={item.onSelect}
    >
      {item.label}
    </Base.Item>
  );
}
