import { type Certification, certificationPage } from '#app/content/certifications.ts';
import { CredentialSeal } from '#app/pictures/credential-seal.tsx';
import { ActionButtons } from '#app/site-parts/actions.tsx';
import { ClosingBand } from '#app/site-parts/closing-band.tsx';
import { InTheRegister } from '#app/site-parts/in-the-register.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { NumberedList } from '#app/ui/numbered-list.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Section } from '#app/ui/section.tsx';
import * as links from '#domain/site/links.ts';
import { OtherTiers } from './other-tiers.tsx';
import { TierFacts } from './tier-facts.tsx';

const { headings, popularLabel, formats, credits, cohort, call } = certificationPage;

const actions = [
  { kind: 'call', label: 'Book Consultation' },
  { kind: 'link', label: 'Take the Pathway Quiz', href: links.quiz },
] as const;

/** What one tier teaches, to whom, for how long and for which credential. */
export function TierPage({
  tier,
  holders,
}: {
  tier: Certification;
  /** How many people hold the credential, if there are enough to say. */
  holders: number | undefined;
}) {
  const { name, credential, subtitle, summary, popular, learn, audience, prerequisites } = tier;
  return (
    <>
      <PageHeader
        isLarge
        breadcrumb={
          <Breadcrumb
            trail={[
              { label: 'Professionals', href: links.professionals },
              { label: 'Certifications', href: `${links.professionals}#certifications` },
            ]}
            here={name}
          />
        }
        eyebrow={
          <span className="flex flex-wrap items-center gap-3">
            {credential}
            {popular && <Badge tone="warm">{popularLabel}</Badge>}
          </span>
        }
        title={name}
        intro={subtitle}
        actions={<ActionButtons actions={actions} />}
        aside={
          <CredentialSeal credential={credential} className="w-44 max-w-full lg:ml-auto lg:w-64" />
        }
      />
      <TierFacts tier={tier} />
      <Section layout="beside" title={headings.learn} intro={summary}>
        <NumberedList items={learn.map((title) => ({ title }))} />
      </Section>
      <Section layout="beside" hasRule title={headings.audience}>
        <div className="grid gap-x-8 gap-y-10 md:grid-cols-2">
          <ul className="border-b border-line">
            {audience.map((person) => (
              <li key={person} className="border-t border-line py-3">
                {person}
              </li>
            ))}
          </ul>
          <div className="self-start border-l-2 border-clay pl-5">
            <h3 className="text-lg">{headings.prerequisites}</h3>
            {prerequisites.map((prerequisite) => (
              <p key={prerequisite} className="mt-1.5 text-muted">
                {prerequisite}
              </p>
            ))}
          </div>
        </div>
      </Section>
      <Section tone="sunken">
        <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {[
            ...formats,
            { name: headings.credits, text: credits },
            { name: headings.cohort, text: cohort },
          ].map(({ name, text }) => (
            <div key={name} className="border-t border-ink pt-4">
              <h2 className="text-lg leading-snug tracking-[-0.014em]">{name}</h2>
              <p className="mt-2 text-sm text-muted">{text}</p>
            </div>
          ))}
        </div>
      </Section>
      <InTheRegister tier={tier.slug} holders={holders} />
      <OtherTiers tier={tier} />
      <ClosingBand title={headings.call} text={call} actions={actions} />
    </>
  );
}
