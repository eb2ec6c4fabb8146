import { faqPage } from '#app/content/faq.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { Answers } from '#app/features/faq/answers.tsx';
import { ClosingBand } from '#app/site-parts/closing-band.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { site } from '#domain/site/brand.ts';
import type { Route } from './+types/faq';

const { hero, closing } = faqPage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...faqPage.meta, path: '/faq' });

export default function FaqPage() {
  return (
    <>
      <PageHeader eyebrow={hero.eyebrow} title={hero.title} intro={hero.lede} />
      <Answers />
      <ClosingBand
        title={closing.title}
        text={closing.text}
        actions={[
          closing.action,
          { kind: 'link', label: closing.emailLabel, href: `mailto:${site.email}` },
        ]}
      />
    </>
  );
}
