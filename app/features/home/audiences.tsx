import { home } from '#app/content/home.ts';
import { ActionLink } from '#app/site-parts/actions.tsx';
import { Card } from '#app/ui/card.tsx';
import { Section } from '#app/ui/section.tsx';
import { Classroom, Hospital, Portfolio } from './audience-drawings.tsx';

const { eyebrow, title, cards } = home.audiences;
const drawings = [Hospital, Portfolio, Classroom];

export function Audiences() {
  return (
    <Section tone="sage" eyebrow={eyebrow} title={title}>
      <ul className="grid gap-4 lg:grid-cols-3 lg:gap-6">
        {cards.map(({ title, text, action }, index) => {
          const Picture = drawings[index];
          return (
            <li key={title} className="grid">
              <Card
                isLink
                className="grid grid-rows-[auto_1fr_auto] gap-x-6 gap-y-3 sm:grid-cols-[12rem_1fr] lg:grid-cols-1 lg:grid-rows-[auto_auto_1fr_auto]"
              >
                <div className="border-b border-line pb-2 sm:row-span-3 sm:border-0 sm:pb-0 lg:row-span-1 lg:border-b lg:pb-3">
                  {Picture && <Picture />}
                </div>
                <h3 className="text-2xl leading-tight lg:mt-2">{title}</h3>
                <p className="max-w-measure text-muted">{text}</p>
                <p className="mt-2">
                  <ActionLink action={action} />
                </p>
              </Card>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
