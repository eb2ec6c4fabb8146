import { lazy, Suspense } from 'react';
import type { EmployerStepsProps } from './employer-steps.tsx';
import { useEmployer } from './use-employer.ts';
import './candidates.css';

const EmployerSteps = lazy(() => import('./employer-steps.tsx'));

/** What a search asks for first, asked before somebody pays for one. Nothing where it is done, or not known. */
export function StepsBeforePaying({ user, resend }: Pick<EmployerStepsProps, 'user' | 'resend'>) {
  const { state, again } = useEmployer();
  const employer = state.data;
  if (!employer || (employer.isConfirmed && employer.company !== null)) return null;
  return (
    <Suspense fallback={null}>
      <EmployerSteps
        title="Before you subscribe"
        user={user}
        employer={employer}
        resend={resend}
        onChanged={again}
      />
    </Suspense>
  );
}
