import { organizations } from '#app/content/organizations.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { Approach } from '#app/features/organizations/approach.tsx';
import { Assessment } from '#app/features/organizations/assessment.tsx';
import { Compliance } from '#app/features/organizations/compliance.tsx';
import { Risks } from '#app/features/organizations/risks.tsx';
import { ToolRegister } from '#app/features/organizations/tool-register.tsx';
import { Workforce } from '#app/features/organizations/workforce.tsx';
import { ClosingBand } from '#app/site-parts/closing-band.tsx';
import { HeroHeader } from '#app/site-parts/hero-header.tsx';
import type { Route } from './+types/organizations';

const { hero, callNote, closing } = organizations;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...organizations.meta, path: '/organizations' });

export default function OrganizationsPage() {
  return (
    <>
      <HeroHeader hero={hero} note={callNote} aside={<ToolRegister />} />
      <Risks />
      <Compliance />
      <Approach />
      <Assessment />
      <Workforce />
      <ClosingBand title={closing.title} text={closing.text} actions={[closing.action]}>
        <p className="text-sm">
          {closing.response} {closing.lengthNote}
        </p>
      </ClosingBand>
    </>
  );
}
