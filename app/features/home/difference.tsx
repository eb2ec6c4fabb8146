import { home } from '#app/content/home.ts';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, points } = home.difference;

/** Four newspaper columns below one wide statement. */
export function Difference() {
  return (
    <Section
      eyebrow={eyebrow}
      title={<span className="block text-4xl leading-[1.06]">{title}</span>}
    >
      <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-4">
        {points.map(({ title, text }) => (
          <li key={title} className="border-t border-ink pt-4 pb-8 lg:pb-0">
            <h3 className="text-lg leading-snug">{title}</h3>
            <p className="mt-2 text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
