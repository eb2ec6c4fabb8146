import { lazy } from 'react';
import type { EmployerStepsProps } from './employer-steps.tsx';
import type { useEmployer } from './use-employer.ts';
import './candidates.css';

const EmployerSteps = lazy(() => import('./employer-steps.tsx'));

type StepsBeforePayingProps = Pick<EmployerStepsProps, 'user' | 'resend'> & {
  known: ReturnType<typeof useEmployer>;
};

/** What a search asks for first, asked before somebody pays for one. Nothing where it is done, or not known. */
export function StepsBeforePaying({ user, resend, known }: StepsBeforePayingProps) {
  const employer = known.state.data;
  if (!employer || (employer.isConfirmed && employer.company !== null)) return null;
  return (
    <EmployerSteps
      title="Before you subscribe"
      user={user}
      employer={employer}
      resend={resend}
      onChanged={known.again}
    />
  );
}
