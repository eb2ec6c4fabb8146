import { certificationPage } from '#app/content/certifications.ts';
import { professionals } from '#app/content/professionals.ts';
import { PathwayMap } from '#app/pictures/pathway-map.tsx';
import { Section } from '#app/ui/section.tsx';
import { type Holders, TierTable } from './tier-table.tsx';

const { id, eyebrow, title, lede } = professionals.certifications;

export function Tiers({ holders }: { holders: Holders }) {
  return (
    <Section id={id} eyebrow={eyebrow} title={title} intro={lede}>
      <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="lg:col-span-8">
          <PathwayMap />
        </div>
        <dl className="grid content-start gap-6 sm:max-lg:grid-cols-3 lg:col-span-3 lg:col-start-10">
          {[...certificationPage.formats, credits].map(({ name, text }) => (
            <div key={name} className="border-t border-ink pt-3">
              <dt className="font-semibold">{name}</dt>
              <dd className="mt-1 text-sm text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <TierTable holders={holders} />
    </Section>
  );
}

const credits = {
  name: certificationPage.headings.credits,
  text: certificationPage.credits,
};
