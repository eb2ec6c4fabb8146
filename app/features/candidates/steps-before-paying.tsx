import { late } from '#app/ui/late.tsx';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import type { EmployerStepsProps } from './employer-steps.tsx';
import { countSteps, type Employer, readEmployer, type useEmployer } from './use-employer.ts';
import './candidates.css';

const EmployerSteps = late(async () => (await import('./employer-steps.tsx')).default);

/** Brings them before they are drawn, for those who have them before them. */
export async function bringSteps(employer: Employer) {
  if (countSteps(employer) > 0) await EmployerSteps.bring();
}

/** Coming later than what is known of the employer, the steps would push down what somebody is about to press. */
export async function readWithSteps(): Promise<Employer> {
  const employer = await readEmployer();
  // Where they are lost, their place says so.
  await bringSteps(employer).catch(() => {});
  return employer;
}

type StepsBeforePayingProps = Pick<EmployerStepsProps, 'user' | 'resend'> & {
  known: ReturnType<typeof useEmployer>;
};

/** What a search asks for first, asked before somebody pays for one. Nothing where it is done, or not known. */
export function StepsBeforePaying({ user, resend, known }: StepsBeforePayingProps) {
  const employer = known.state.data;
  const steps = employer && countSteps(employer);
  // The button of a step goes with it.
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
