import { caseStudies, downloads, events } from '#app/content/resource-sections.ts';
import { Actions } from '#app/site-parts/actions.tsx';
import { NumberedList } from '#app/ui/numbered-list.tsx';
import { Section } from '#app/ui/section.tsx';

export function CaseStudies() {
  const { id, eyebrow, title, text, items, action } = caseStudies;
  return (
    <Section id={id} layout="beside" eyebrow={eyebrow} title={title} intro={text}>
      <NumberedList items={items.map((item) => ({ content: item }))} />
      <div className="mt-8">
        <Actions actions={[action]} />
      </div>
    </Section>
  );
}

export function Downloads() {
  const { id, eyebrow, title, items } = downloads;
  return (
    <Section id={id} layout="beside" hasRule eyebrow={eyebrow} title={title}>
      <ul className="border-b border-line">
        {items.map((item) => (
          <li
            key={item.title}
            className="grid items-start gap-x-8 gap-y-4 border-t border-line py-6 first:border-t-0 first:pt-0 md:grid-cols-[1fr_auto]"
          >
            <div>
              <h3>{item.title}</h3>
              <p className="mt-1 text-muted">{item.text}</p>
            </div>
            <Actions actions={item.actions} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Events() {
  const { id, eyebrow, title, text, actions } = events;
  return (
    <Section id={id} layout="beside" hasRule eyebrow={eyebrow} title={title}>
      <p className="max-w-measure text-lg">{text}</p>
      <div className="mt-6">
        <Actions actions={actions} />
      </div>
    </Section>
  );
}
