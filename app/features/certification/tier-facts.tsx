import { type Certification, certificationPage } from '#app/content/certifications.ts';
import { Section } from '#app/ui/section.tsx';

const { factLabels, headings } = certificationPage;

export function TierFacts({
  tier: { hours, weeks, formats, credential },
}: {
  tier: Certification;
}) {
  const facts = [
    { label: factLabels.hours, lines: [`${hours} hours`] },
    { label: factLabels.weeks, lines: [`${weeks.min}-${weeks.max} weeks`] },
    { label: factLabels.formats, lines: formats },
    { label: factLabels.credential, lines: [credential] },
  ];
  return (
    <Section tone="sage" className="py-10! lg:py-14!">
      <h2 className="sr-only">{headings.facts}</h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-x-6 gap-y-8 sm:max-lg:grid-cols-2 lg:grid-cols-4">
        {facts.map(({ label, lines }) => (
          <div key={label} className="border-t border-ink pt-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="mt-1 font-serif text-2xl leading-tight tracking-[-0.014em] tabular-nums">
              {lines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
