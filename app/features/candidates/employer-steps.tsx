import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import EmployerForm from './employer-form.tsx';
import type { Employer } from './use-employer.ts';

export type EmployerStepsProps = {
  title?: string;
  user: { id: string; email?: string | undefined };
  employer: Employer;
  /** The button that resends the confirmation email. */
  resend: ReactNode;
  onChanged(): void;
};

/** What a member does once before the first search. Row-level security requires the same. */
export default function EmployerSteps({
  title = 'Before your first search',
  user,
  employer,
  resend,
  onChanged,
}: EmployerStepsProps) {
  const { company, isConfirmed } = employer;
  return (
    <section className="employer-steps" aria-labelledby="employer-steps">
      <h2 id="employer-steps">{title}</h2>
      <p>
        Candidates choose which companies do not see them, their own employer above all. So that
        they can rely on it, we need to know two things about every member.
      </p>
      <ol>
        <li>
          <h3>
            {isConfirmed && <Done />}
            Your email address
          </h3>
          {isConfirmed ? (
            <p>
              <bdi>{user.email}</bdi> is confirmed.
            </p>
          ) : (
            <>
              <p>
                Press the link in the email that we sent to <bdi>{user.email}</bdi> when you signed
                up, then come back here.
              </p>
              <div className="employer-mailbox">
                <Button variant="secondary" size="small" onClick={onChanged}>
                  I have confirmed it
                </Button>
                {resend}
              </div>
            </>
          )}
        </li>
        <li>
          <h3>
            {company !== null && <Done />}
            Your company
          </h3>
          {company === null ? (
            <EmployerForm userId={user.id} employer={employer} onSaved={onChanged} />
          ) : (
            <p>
              You hire for <b dir="auto">{company}</b>.
            </p>
          )}
        </li>
      </ol>
    </section>
  );
}

function Done() {
  return (
    <>
      <Check aria-hidden="true" />
      <span className="sr-only">Done: </span>
    </>
  );
}
