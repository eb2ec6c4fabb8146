import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactNode, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

type TabsProps = {
  label: string;
  tabs: { value: string; label: ReactNode; content: ReactNode }[];
  /** Without it, the tabs keep track of the open one themselves, starting with the first. */
  value?: string;
  onChange?(value: string): void;
};

/**
 * Arrow keys move between tabs, and the panel follows at once. Only for hydrated pages; until then the tabs are
 * disabled, because no press would be handled.
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
      {/* A closing panel would stay for a moment, with both panels one above the other. */}
      {open && (
        <Base.Panel className="tab-panel" key={open.value} value={open.value}>
          {open.content}
        </Base.Panel>
      )}
    </Base.Root>
  );
}
