// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are set as blocks, and some browsers then forget the table.
import {
  type Certification,
  certificationPage,
  certifications,
} from '#app/content/certifications.ts';
import { professionals } from '#app/content/professionals.ts';
import { CredentialSeal } from '#app/pictures/credential-seal.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';

const { factLabels, headings, popularLabel } = certificationPage;
const { title, learnMore } = professionals.certifications;

/** A table with a row for each tier; below 64rem every row is set as an entry of its own. */
export function TierTable() {
  return (
    <table role="table" className="mt-16 w-full text-start max-lg:block lg:border-b lg:border-ink">
      <caption className="sr-only">{title}</caption>
      <thead role="rowgroup" className="border-t-2 border-ink text-sm text-muted max-lg:sr-only">
        <tr role="row">
          {[
            factLabels.tier,
            headings.purpose,
            factLabels.hours,
            factLabels.weeks,
            factLabels.formats,
          ].map((head) => (
            <th
              key={head}
              role="columnheader"
              scope="col"
              className="py-3 pr-6 text-start font-semibold"
            >
              {head}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span className="sr-only">{learnMore}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-lg:block max-lg:border-b max-lg:border-ink">
        {certifications.map((tier) => (
          <TierRow key={tier.slug} tier={tier} />
        ))}
      </tbody>
    </table>
  );
}

function TierRow({ tier }: { tier: Certification }) {
  const { slug, name, credential, subtitle, summary, hours, weeks, formats, popular } = tier;
  const fact =
    'max-lg:flex max-lg:justify-between max-lg:gap-4 max-lg:border-t max-lg:border-line max-lg:py-2 lg:py-7 lg:pr-6';
  return (
    <tr
      role="row"
      className="border-line border-t align-top max-lg:block max-lg:border-ink max-lg:py-8"
    >
      <th
        role="rowheader"
        scope="row"
        className="text-start font-normal max-lg:block lg:w-[30%] lg:py-7 lg:pr-6"
      >
        <div className="flex items-center gap-5">
          <CredentialSeal credential={credential} className="size-24 flex-none" />
          <div className="grid justify-items-start gap-1">
            {popular && <Badge tone="warm">{popularLabel}</Badge>}
            <span className="font-serif text-xl leading-tight font-[560] tracking-[-0.014em]">
              {name}
            </span>
            <span className="text-sm text-muted">{credential}</span>
          </div>
        </div>
      </th>
      <td role="cell" className="max-lg:mt-5 max-lg:mb-4 max-lg:block lg:py-7 lg:pr-8">
        <p className="max-w-measure text-lg leading-snug">{subtitle}</p>
        <p className="mt-2 max-w-measure text-sm text-muted">{summary}</p>
      </td>
      <td role="cell" className={`${fact} whitespace-nowrap tabular-nums`}>
        <span className="text-sm text-muted lg:sr-only">{factLabels.hours}</span>
        <span className="lg:font-serif lg:text-xl">{hours} hours</span>
      </td>
      <td role="cell" className={`${fact} whitespace-nowrap tabular-nums`}>
        <span className="text-sm text-muted lg:sr-only">{factLabels.weeks}</span>
        <span className="lg:font-serif lg:text-xl">
          {weeks.min}–{weeks.max} weeks
        </span>
      </td>
      <td role="cell" className={`${fact} max-lg:border-b`}>
        <span className="text-sm text-muted lg:sr-only">{factLabels.formats}</span>
        <span className="whitespace-nowrap lg:text-sm lg:leading-7">
          {formats.map((format, index) => (
            <span key={format} className="lg:block">
              {index > 0 && <span className="lg:hidden"> · </span>}
              {format}
            </span>
          ))}
        </span>
      </td>
      <td role="cell" className="max-lg:mt-5 max-lg:block lg:w-36 lg:py-6 lg:text-end">
        <ButtonLink href={`/certifications/${slug}`} variant={popular ? 'primary' : 'secondary'}>
          {learnMore}
          <span className="sr-only">: {name}</span>
        </ButtonLink>
      </td>
    </tr>
  );
}
