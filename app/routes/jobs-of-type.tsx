import { LandingOrNone } from '#app/features/jobs/landing/landing-or-none.tsx';
import { landingMeta, loadLanding } from '#app/features/jobs/landing/landing-page.ts';
import type { Route } from './+types/jobs-of-type';

/** Jobs of a type. */
export const loader = ({ context, params }: Route.LoaderArgs) =>
  loadLanding(context, ['type', params.type]);

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  landingMeta(matches, loaderData?.landing);

export default function Page({ loaderData }: Route.ComponentProps) {
  return <LandingOrNone {...loaderData} />;
}
