import { organizations } from '#app/content/organizations.ts';
import { ActionLink } from '#app/site-parts/actions.tsx';
import { Section } from '#app/ui/section.tsx';

const { id, eyebrow, title, lede, points, action } = organizations.workforce;

export function Workforce() {
  return (
    <Section
      id={id}
      hasRule
      eyebrow={eyebrow}
      title={<span className="block text-4xl leading-[1.06]">{title}</span>}
      intro={lede}
    >
      <ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {points.map(({ title, text }, index) => (
          <li key={title} className="border-t border-ink pt-4">
            <h3 className="text-lg leading-snug">{title}</h3>
            <p className="mt-2 text-sm text-muted">{text}</p>
            {index === points.length - 1 && (
              <p className="mt-3">
                <ActionLink action={action} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
