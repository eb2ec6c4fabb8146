import { resources } from '#app/content/resources.ts';
import { Accelerator } from '#app/features/resources/accelerator.tsx';
import { readSearch } from '#app/features/resources/entries.ts';
import { Finder } from '#app/features/resources/finder.tsx';
import { CaseStudies, Downloads, Events } from '#app/features/resources/other-sections.tsx';
import { HeroHeader } from '#app/features/site-parts/hero-header.tsx';
import { pageMeta } from '#app/page-meta.ts';
import type { Route } from './+types/resources';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...resources.meta, path: '/resources' });

export function loader({ request }: Route.LoaderArgs) {
  return { search: readSearch(new URL(request.url).searchParams) };
}

export default function ResourcesPage({ loaderData: { search } }: Route.ComponentProps) {
  return (
    <>
      <HeroHeader hero={resources.hero} />
      <Finder search={search} />
      <Accelerator />
      <CaseStudies />
      <Downloads />
      <Events />
    </>
  );
}
