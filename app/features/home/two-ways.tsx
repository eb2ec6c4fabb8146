import { home } from '#app/content/home.ts';
import { ActionButton } from '#app/site-parts/actions.tsx';
import { Section } from '#app/ui/section.tsx';

/** The end of the page: one way in for organizations, one for individuals. */
export function TwoWays() {
  return (
    <Section tone="sage">
      <div className="grid gap-y-12 md:grid-cols-2">
        {home.closing.cards.map(({ title, text, action }, index) => (
          <div
            key={title}
            className={
              index === 0
                ? 'grid justify-items-start md:grid-rows-[auto_1fr_auto] md:pr-12'
                : 'grid justify-items-start border-control border-t pt-12 md:grid-rows-[auto_1fr_auto] md:border-t-0 md:border-l md:pt-0 md:pl-12'
            }
          >
            <h2>{title}</h2>
            <p className="mt-4 mb-7 max-w-[32rem]">{text}</p>
            <ActionButton action={action} size="large" />
          </div>
        ))}
      </div>
    </Section>
  );
}
