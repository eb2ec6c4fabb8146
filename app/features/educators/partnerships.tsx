import type { Credential } from '#app/content/certifications.ts';
import { educators } from '#app/content/educators.ts';
import { CredentialSeal } from '#app/pictures/credential-seal.tsx';
import { Section } from '#app/ui/section.tsx';

const { id, eyebrow, title, types } = educators.partnerships;

type Slug = (typeof types)[number]['slug'];
/** The credentials that a partnership includes. */
const seals: Record<Slug, readonly Credential[]> = {
  'curriculum-licensing': [],
  'faculty-development': ['CIHIS-ED'],
  'full-partnership': ['CIHIS-ED', 'CIHIS-S'],
};

export function Partnerships() {
  return (
    <Section id={id} tone="sunken" eyebrow={eyebrow} title={title}>
      {types.map(({ slug, name, summary, includes, suits }, index) => (
        <article
          key={slug}
          id={slug}
          className="grid grid-cols-[3rem_minmax(0,1fr)] gap-y-6 border-t border-ink py-8 lg:grid-cols-12 lg:gap-x-8 lg:py-12"
        >
          <p
            className="font-serif text-4xl leading-none text-clay lg:col-span-1"
            aria-hidden="true"
          >
            {index + 1}
          </p>
          <div className="grid grid-cols-1 content-start gap-3 lg:col-span-4">
            <h3 className="text-2xl leading-tight">{name}</h3>
            <p className="text-lg leading-snug">{summary}</p>
            <p className="text-sm text-muted">{suits}</p>
            {seals[slug].length > 0 && (
              <div className="mt-3 flex gap-3">
                {seals[slug].map((credential) => (
                  <CredentialSeal key={credential} credential={credential} className="size-24" />
                ))}
              </div>
            )}
          </div>
          <ul className="col-span-2 self-start border-b border-line lg:col-span-6 lg:col-start-7">
            {includes.map((item) => (
              <li key={item} className="border-t border-line py-4">
                {item}
              </li>
            ))}
          </ul>
        </article>
      ))}
    </Section>
  );
}
