import { microCertifications, microCertsSection } from '#app/content/micro-certifications.ts';
import { Section } from '#app/ui/section.tsx';

const { eyebrow, title, lede, courseLength, credits } = microCertsSection;

export function MicroTracks() {
  return (
    <Section id="micro-certs" tone="sunken" eyebrow={eyebrow} title={title} intro={lede}>
      {microCertifications.map(({ slug, name, subtitle, summary, courses, audience }) => (
        <article
          key={slug}
          className="grid gap-x-8 gap-y-6 border-t border-ink py-8 lg:grid-cols-12 lg:py-10"
        >
          <div className="grid content-start gap-3 lg:col-span-4">
            <h3 className="text-2xl leading-tight">{name}</h3>
            <p className="font-serif text-lg leading-snug text-clay">{subtitle}</p>
            <p className="text-muted">{summary}</p>
            <p className="text-sm">{audience}</p>
          </div>
          <div className="lg:col-span-7 lg:col-start-6">
            <p className="pb-3 text-sm text-muted">{`${courses.length} courses, ${courseLength}`}</p>
            <ol className="grid gap-x-8 sm:grid-cols-2">
              {courses.map(({ title, text }, index) => (
                <li key={title} className="grid grid-cols-[2rem_1fr] border-t border-line py-4">
                  <span className="font-serif text-lg leading-snug text-clay" aria-hidden="true">
                    {index + 1}
                  </span>
                  <div>
                    <h4 className="text-base leading-snug">{title}</h4>
                    <p className="mt-1 text-sm text-muted">{text}</p>
                  </div>
                </li>
              ))}
            </ol>
          </div>
        </article>
      ))}
      <p className="border-t border-ink pt-5 font-semibold">{credits}</p>
    </Section>
  );
}
