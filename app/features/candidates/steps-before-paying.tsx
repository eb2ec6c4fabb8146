import { late } from '#app/ui/late.tsx';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import type { EmployerStepsProps } from './employer-steps.tsx';
import { countSteps, type Employer, readEmployer, type useEmployer } from './use-employer.ts';
import './candidates.css';

const EmployerSteps = late(async () => (await import('./employer-steps.tsx')).default);

/** Loads the steps before they are rendered, for people who still have them to do. */
export async function bringSteps(employer: Employer) {
  if (countSteps(employer) > 0) await EmployerSteps.bring();
}

/**
 * Loads the steps together with the employer: appearing later, they would push down what somebody is about to press.
 */
export async function readWithSteps(): Promise<Employer> {
  const employer = await readEmployer();
  // If they cannot be loaded, their place says so.
  await bringSteps(employer).catch(() => {});
  return employer;
}

type StepsBeforePayingProps = Pick<EmployerStepsProps, 'user' | 'resend'> & {
  known: ReturnType<typeof useEmployer<Employer>>;
};

/** What a search requires first, asked before somebody pays for one. Nothing if it is done, or not known. */
export function StepsBeforePaying({ user, resend, known }: StepsBeforePayingProps) {
  const employer = known.state.data;
  const steps = employer && countSteps(employer);
  // A step's button disappears with it.
  const place = useKeptFocus<HTMLDivElement>(steps);
  return (
    <div ref={place} tabIndex={-1} className={steps ? undefined : 'sr-only'}>
      {employer && steps ? (
        <EmployerSteps
          waiting={null}
          title="Before you subscribe"
          user={user}
          employer={employer}
          resend={resend}
          onChanged={known.again}
        />
      ) : null}
    </div>
  );
}
