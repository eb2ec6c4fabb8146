import { about } from '#app/content/about.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/about';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...about.meta, path: '/about' });

export default function AboutPage() {
  return (
    <PageHeader eyebrow={about.hero.eyebrow} title={about.hero.title} intro={about.hero.lede} />
  );
}
