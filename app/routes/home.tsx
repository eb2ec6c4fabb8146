import { home } from '#app/content/home.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/home';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...home.meta, path: '/' });

export default function HomePage() {
  return <PageHeader eyebrow={home.hero.eyebrow} title={home.hero.title} intro={home.hero.lede} />;
}
