import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

type TabsProps = {
  label: string;
  tabs: { value: string; label: ReactNode; content: ReactNode }[];
  value?: string;
  defaultValue?: string;
  onChange?(value: string): void;
};

/**
 * Arrow keys move between tabs, and the panel follows at once. Hydrated pages only; until they are, no
 * press is taken that nobody would hear.
 */
export function Tabs({ label, tabs, value, defaultValue = tabs[0]?.value, onChange }: TabsProps) {
  const isReady = useHydrated();
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue } : { value })}
      onValueChange={(next) => onChange?.(String(next))}
    >
      <Base.List className="tabs" aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab className="tab" key={tab.value} value={tab.value} disabled={!isReady}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel className="tab-panel" key={tab.value} value={tab.value}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
