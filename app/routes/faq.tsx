import { faqPage } from '#app/content/faq.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/faq';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...faqPage.meta, path: '/faq' });

export default function FaqPage() {
  return (
    <PageHeader
      eyebrow={faqPage.hero.eyebrow}
      title={faqPage.hero.title}
      intro={faqPage.hero.lede}
    />
  );
}
