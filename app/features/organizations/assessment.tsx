import { organizations } from '#app/content/organizations.ts';
import { AssessmentTimeline } from '#app/pictures/assessment-timeline.tsx';
import { Section } from '#app/ui/section.tsx';

const { id, eyebrow, title, lede, steps } = organizations.assessment;

export function Assessment() {
  return (
    <Section id={id} layout="beside" eyebrow={eyebrow} title={title} intro={lede}>
      <AssessmentTimeline />
      <ol className="mt-10 grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[2rem_1fr] border-t border-line pt-4">
            <span className="font-serif text-lg leading-snug text-pine" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3 className="text-lg leading-snug">{title}</h3>
              <p className="mt-1 text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
