import { about } from '#app/content/about.ts';
import { companyWords } from '#app/content/company-words.ts';
import { AccreditationBadge } from '#app/pictures/accreditation-badge.tsx';
import { TierSeals } from '#app/site-parts/tier-seals.tsx';
import { Section } from '#app/ui/section.tsx';

const { id, eyebrow, title } = about.credentials;

export function Credentials() {
  return (
    <Section id={id} hasRule eyebrow={eyebrow} title={title} intro={companyWords().accreditation}>
      <div className="grid gap-x-8 gap-y-12 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <AccreditationBadge />
        </div>
        <div className="lg:col-span-8 lg:border-l lg:border-line lg:pl-10">
          <TierSeals />
        </div>
      </div>
    </Section>
  );
}
