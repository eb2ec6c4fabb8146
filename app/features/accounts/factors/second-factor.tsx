import type { ComponentProps } from 'react';
import { late } from '#app/ui/late.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

const Step = late(async () => (await import('./second-factor-step.tsx')).SecondFactorStep);

/** The second step, loaded only for people who take it. */
export function SecondFactor(props: ComponentProps<typeof Step>) {
  return <Step {...props} waiting={<Skeleton lines={3} />} />;
}
