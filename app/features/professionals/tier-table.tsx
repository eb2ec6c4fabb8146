// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are laid out as blocks, and some browsers then drop the table semantics.
import {
  type Certification,
  certificationPage,
  certifications,
} from '#app/content/certifications.ts';
import { heldBy } from '#app/content/in-the-register.ts';
import { professionals } from '#app/content/professionals.ts';
import { CredentialSeal } from '#app/pictures/credential-seal.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import * as links from '#domain/site/links.ts';

const { factLabels, headings, popularLabel } = certificationPage;
const { title, learnMore } = professionals.certifications;

/** How many people hold each credential, by its letters, if there are enough to say. */
export type Holders = Readonly<Record<string, number>>;

/** A table with one row per tier; below 80rem every row becomes an entry of its own. */
export function TierTable({ holders }: { holders: Holders }) {
  return (
    <table role="table" className="mt-16 w-full text-start max-xl:block xl:border-b xl:border-ink">
      <caption className="sr-only">{title}</caption>
      <thead role="rowgroup" className="border-t-2 border-ink text-sm text-muted max-xl:sr-only">
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
            <span className="sr-only">{factLabels.more}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-xl:block max-xl:border-b max-xl:border-ink">
        {certifications.map((tier) => (
          <TierRow key={tier.slug} tier={tier} holders={holders[tier.credential]} />
        ))}
      </tbody>
    </table>
  );
}

function TierRow({ tier, holders }: { tier: Certification; holders: number | undefined }) {
  const { slug, name, credential, subtitle, summary, hours, weeks, formats, popular } = tier;
  const fact =
    'max-xl:flex max-xl:flex-wrap max-xl:justify-between max-xl:gap-x-4 max-xl:border-t max-xl:border-line max-xl:py-2 xl:py-7 xl:pr-5';
  return (
    <tr
      role="row"
      className="border-line border-t align-top max-xl:block max-xl:border-ink max-xl:py-8"
    >
      <th
        role="rowheader"
        scope="row"
        className="text-start font-normal max-xl:block xl:w-[27%] xl:py-7 xl:pr-6"
      >
        <div className="flex items-center gap-5 xl:gap-4">
          <CredentialSeal credential={credential} className="w-24 max-w-[26vw] flex-none" />
          <div className="grid justify-items-start gap-1 *:whitespace-normal">
            {popular && <Badge tone="warm">{popularLabel}</Badge>}
            <h3 className="text-xl leading-tight">{name}</h3>
            <span className="text-sm text-muted">{credential}</span>
            {holders && <span className="text-sm text-muted">{heldBy(holders)}</span>}
          </div>
        </div>
      </th>
      <td role="cell" className="max-xl:mt-5 max-xl:mb-4 max-xl:block xl:py-7 xl:pr-8">
        <p className="max-w-measure text-lg leading-snug">{subtitle}</p>
        <p className="mt-2 max-w-measure text-sm text-muted">{summary}</p>
      </td>
      <td role="cell" className={`${fact} whitespace-nowrap tabular-nums`}>
        <span className="text-sm text-muted xl:sr-only">{factLabels.hours}</span>
        <span className="xl:font-serif xl:text-lg xl:leading-7">{hours} hours</span>
      </td>
      <td role="cell" className={`${fact} whitespace-nowrap tabular-nums`}>
        <span className="text-sm text-muted xl:sr-only">{factLabels.weeks}</span>
        <span className="xl:font-serif xl:text-lg xl:leading-7">
          {weeks.min}-{weeks.max} weeks
        </span>
      </td>
      <td role="cell" className={`${fact} max-xl:border-b`}>
        <span className="text-sm text-muted xl:sr-only">{factLabels.formats}</span>
        <span className="xl:whitespace-nowrap xl:text-sm xl:leading-7">
          {formats.map((format, index) => (
            <span key={format} className="xl:block">
              {index > 0 && <span className="xl:hidden">{'\u00a0· '}</span>}
              {format}
            </span>
          ))}
        </span>
      </td>
      <td role="cell" className="max-xl:mt-5 max-xl:block xl:w-32 xl:py-6 xl:text-end">
        <ButtonLink
          href={links.certification(slug)}
          variant={popular ? 'primary' : 'secondary'}
          aria-label={`${learnMore}: ${name}`}
        >
          {learnMore}
        </ButtonLink>
      </td>
    </tr>
  );
}
