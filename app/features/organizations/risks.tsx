import { organizations } from '#app/content/organizations.ts';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, points } = organizations.risks;

/** Each risk with the question that finds it. */
export function Risks() {
  return (
    <Section tone="sunken" eyebrow={eyebrow} title={title}>
      <ol className="border-b border-ink">
        {points.map(({ title, text, question }, index) => (
          <li
            key={title}
            className="grid grid-cols-[3rem_1fr] gap-y-4 border-t border-line py-8 first:border-ink md:grid-cols-[4.5rem_1fr] lg:grid-cols-[6rem_6fr_4fr] lg:gap-x-8 lg:py-10"
          >
            <span className="font-serif text-4xl leading-none text-clay" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3 className="text-2xl leading-tight">{title}</h3>
              <p className="mt-3 max-w-measure text-muted">{text}</p>
            </div>
            <p className="col-start-2 border-l-2 border-clay pl-5 font-serif text-lg leading-snug lg:col-start-3 lg:self-center">
              {question}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
