import { professionals } from '#app/content/professionals.ts';
import { Section } from '#app/ui/section.tsx';

export function CareerValue() {
  const { eyebrow, title, cards, note } = professionals.careerValue;
  return (
    <Section tone="sunken" eyebrow={eyebrow} title={title}>
      <ul className="grid gap-x-8 gap-y-8 md:grid-cols-3">
        {cards.map(({ statistic, title, text }) => (
          <li key={title} className="border-t border-ink pt-4">
            <h3 className="font-sans text-sm font-semibold tracking-normal">{title}</h3>
            <p className="my-4 font-serif text-5xl leading-none tracking-[-0.03em] lining-nums">
              {statistic.value}
            </p>
            <p className="max-w-[22rem] text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-8 max-w-measure text-sm text-muted">{note}</p>
    </Section>
  );
}
