import { data } from 'react-router';
import { certifications } from '#app/content/certifications.ts';
import { dataClient } from '#app/data/data.server.ts';
import { readHolders } from '#app/data/read-holders.ts';
import { courseData } from '#app/documents/course-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { TierPage } from '#app/features/certification/tier-page.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/certification';

export async function loader({ params, context }: Route.LoaderArgs) {
  const tier = certifications.find(({ slug }) => slug === params.tier);
  if (!tier) throw data(null, { status: 404 });
  const holders = await readHolders(context.get(dataClient));
  return { tier, holders: holders[tier.credential] };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        ...loaderData.tier.meta,
        path: links.certification(loaderData.tier.slug),
        data: (origin) => [courseData(origin, loaderData.tier)],
      })
    : [];

export default function CertificationPage({ loaderData }: Route.ComponentProps) {
  return <TierPage {...loaderData} />;
}
