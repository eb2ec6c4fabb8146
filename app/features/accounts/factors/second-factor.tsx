import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '#app/ui/skeleton.tsx';

const Step = lazy(async () => ({
  default: (await import('./second-factor-step.tsx')).SecondFactorStep,
}));

/** The second step, loaded for those who take it. */
export function SecondFactor(props: ComponentProps<typeof Step>) {
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <Step {...props} />
    </Suspense>
  );
}
