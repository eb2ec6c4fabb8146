import { igmFrameworkGuide } from '#app/content/igm-framework-guide.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { PageContents } from '#app/features/resources/page-contents.tsx';
import { IgmLoop } from '#app/pictures/igm-loop.tsx';
import { ClosingBand } from '#app/site-parts/closing-band.tsx';
import { RichTextBlocks } from '#app/site-parts/rich-text-blocks.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Prose } from '#app/ui/prose.tsx';
import { Section } from '#app/ui/section.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/igm-framework-guide';

const { meta: words, title, lede, sections, closing } = igmFrameworkGuide;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...words, path: '/resources/igm-framework-guide' });

export default function IgmFrameworkGuidePage() {
  return (
    <>
      <PageHeader
        breadcrumb={
          <Breadcrumb trail={[{ label: 'Resources', href: links.resources }]} here={title} />
        }
        title={title}
        intro={lede}
        aside={<PageContents label="Sections" parts={sections} />}
      />
      {sections.map((section, index) => (
        <Section key={section.id} id={section.id} layout="beside" hasRule title={section.title}>
          {index === 0 && (
            <div className="mb-10">
              <IgmLoop />
            </div>
          )}
          <Prose>
            <RichTextBlocks text={section.body} />
          </Prose>
        </Section>
      ))}
      <ClosingBand
        title={closing.title}
        text={closing.text}
        actions={[{ kind: 'call', label: 'Book Consultation' }]}
      />
    </>
  );
}
