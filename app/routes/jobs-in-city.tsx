import { landingMeta } from '#app/features/jobs/landing/landing-meta.ts';
import { LandingOrNone } from '#app/features/jobs/landing/landing-or-none.tsx';
import { loadLanding } from '#app/features/jobs/landing/load-landing.ts';
import type { Route } from './+types/jobs-in-city';

export const loader = ({ context, params }: Route.LoaderArgs) =>
  loadLanding(context, ['in', params.state, params.city]);

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  landingMeta(matches, loaderData?.landing);

export default function Page({ loaderData }: Route.ComponentProps) {
  return <LandingOrNone {...loaderData} />;
}
