import { faqPage } from '#app/content/faq.ts';
import { Answers } from '#app/features/faq/answers.tsx';
import { ClosingBand } from '#app/features/site-parts/closing-band.tsx';
import { pageMeta } from '#app/page-meta.ts';
import { site } from '#app/site.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
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
