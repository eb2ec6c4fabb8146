import type { ReactNode } from 'react';
import type { Action } from '#app/content/page-parts.ts';
import { Section } from '#app/ui/section.tsx';
import { Actions } from './actions.tsx';

type ClosingBandProps = {
  title: string;
  text: string;
  actions: readonly Action[];
  /** Small print under the buttons. */
  children?: ReactNode;
};

/** The end of a page: one question or offer, and what to do next. */
export function ClosingBand({ title, text, actions, children }: ClosingBandProps) {
  return (
    <Section tone="sage" title={title}>
      <div className="grid gap-6 lg:grid-cols-12 lg:gap-x-8">
        <p className="max-w-[38rem] text-lg lg:col-span-6">{text}</p>
        <div className="grid content-start gap-5 lg:col-span-5 lg:col-start-8">
          <Actions actions={actions} />
          {children}
        </div>
      </div>
    </Section>
  );
}
