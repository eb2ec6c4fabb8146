import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactNode, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

type TabsProps = {
  label: string;
  tabs: { value: string; label: ReactNode; content: ReactNode }[];
  /** Without it the tabs remember by themselves which one is open; at first that is the first. */
  value?: string;
  onChange?(value: string): void;
};

/**
 * Arrow keys move between tabs, and the panel follows at once. Hydrated pages only; until they are, no
 * press is taken that nobody would hear.
 */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const isReady = useHydrated();
  const [chosen, setChosen] = useState(tabs[0]?.value);
  const open = tabs.find((tab) => tab.value === (value ?? chosen));
  return (
    <Base.Root
      value={open?.value ?? null}
      onValueChange={(next) => {
        setChosen(String(next));
        onChange?.(String(next));
      }}
    >
      <Base.List className="tabs" aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab className="tab" key={tab.value} value={tab.value} disabled={!isReady}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {/* A panel that closes would stay for a moment, and both would stand one above the other. */}
      {open && (
        <Base.Panel className="tab-panel" key={open.value} value={open.value}>
          {open.content}
        </Base.Panel>
      )}
    </Base.Root>
  );
}
