import { about } from '#app/content/about.ts';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, points } = about.values;

/** Six values in a ruled grid. */
export function Values() {
  return (
    <Section tone="sunken" eyebrow={eyebrow} title={title}>
      <ul className="grid border-t border-ink sm:grid-cols-2 lg:grid-cols-3">
        {points.map(({ title, text }) => (
          <li
            key={title}
            className="border-b border-line py-7 sm:px-6 sm:odd:pl-0 sm:even:border-l lg:py-9 lg:not-first:border-l lg:odd:pl-6 lg:nth-[3n+1]:border-l-0! lg:nth-[3n+1]:pl-0!"
          >
            <h3>{title}</h3>
            <p className="mt-2 max-w-[24rem] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
