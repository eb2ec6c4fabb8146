import { home } from '#app/content/home.ts';
import { ActionLink } from '#app/site-parts/actions.tsx';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, cards } = home.services;

/** Set as a table of contents. */
export function Services() {
  return (
    <Section eyebrow={eyebrow} title={title}>
      <ol className="border-b border-ink">
        {cards.map(({ title, text, action }, index) => (
          <li
            key={title}
            className="grid gap-x-8 gap-y-2 border-t border-line py-6 first:border-ink md:grid-cols-[1fr_auto] lg:grid-cols-[3rem_4fr_6fr_12rem] lg:items-baseline"
          >
            <span
              className="hidden font-serif text-lg text-muted tabular-nums lg:block"
              aria-hidden="true"
            >
              {index + 1}
            </span>
            <h3 className="md:col-start-1 lg:col-start-2">{title}</h3>
            <p className="max-w-measure text-muted md:col-start-1 lg:col-start-3">{text}</p>
            <p className="md:col-start-2 md:row-span-2 md:row-start-1 lg:col-start-4 lg:row-span-1">
              <ActionLink action={action} />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
