import { Download } from 'lucide-react';
import { checklistPdfPath, readinessChecklist } from '#app/content/readiness-checklist.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { Area } from '#app/features/resources/checklist-area.tsx';
import { PageContents } from '#app/features/resources/page-contents.tsx';
import { ClosingBand } from '#app/site-parts/closing-band.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { NumberedList } from '#app/ui/numbered-list.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Section } from '#app/ui/section.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/ai-readiness-checklist';

const { meta: words, title, lede, howTo, areas, closing, download } = readinessChecklist;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...words, path: '/resources/ai-readiness-checklist' });

export default function AiReadinessChecklistPage() {
  return (
    <>
      <PageHeader
        breadcrumb={
          <Breadcrumb trail={[{ label: 'Resources', href: links.resources }]} here={title} />
        }
        title={title}
        intro={lede}
        actions={
          <ButtonLink href={checklistPdfPath} type="application/pdf" data-print="none">
            <Download aria-hidden="true" />
            {download}
          </ButtonLink>
        }
        aside={<PageContents label="Areas" parts={areas} />}
      />
      <Section layout="beside" hasRule title={howTo.title}>
        <NumberedList items={howTo.steps.map((step) => ({ content: step }))} />
      </Section>
      <div className="wrap areas">
        {areas.map((area, index) => (
          <Area key={area.id} area={area} number={index + 1} />
        ))}
      </div>
      <ClosingBand
        title={closing.title}
        text={closing.text}
        actions={[{ kind: 'call', label: 'Book Consultation' }]}
      >
        <p className="text-sm text-muted">{closing.note}</p>
      </ClosingBand>
    </>
  );
}
