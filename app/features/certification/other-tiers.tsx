import {
  type Certification,
  certificationPage,
  certifications,
} from '#app/content/certifications.ts';
import { professionals } from '#app/content/professionals.ts';
import { Chart } from '#app/ui/chart.tsx';
import { Link } from '#app/ui/link.tsx';
import { Section } from '#app/ui/section.tsx';
import * as links from '#domain/site/links.ts';

const { headings, factLabels } = certificationPage;
const longest = 200;

/** The five tiers by study time, with this one in the accent colour; the labels link to the others. */
export function OtherTiers({ tier }: { tier: Certification }) {
  return (
    <Section layout="beside" title={headings.others}>
      <Chart
        caption={professionals.certifications.title}
        headers={[factLabels.tier, factLabels.hours]}
        max={longest}
        ticks={[0, 50, 100, 150, longest].map((at) => ({ at, label: `${at} h` }))}
        bars={certifications.map(({ slug, name, hours }) => ({
          label: slug === tier.slug ? name : <Link href={links.certification(slug)}>{name}</Link>,
          to: hours,
          value: `${hours} hours`,
          isKey: slug === tier.slug,
        }))}
        source={professionals.certifications.lede}
      />
    </Section>
  );
}
