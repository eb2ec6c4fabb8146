import { lazy, Suspense, useState } from 'react';
import { HiresFor } from './hires-for.tsx';
import { MailLink } from './mail-link.tsx';
import type { Employer } from './use-employer.ts';

/** Brings the rules of its field along: loaded when somebody changes something. */
const EmployerForm = lazy(() => import('./employer-form.tsx'));

type EmployerNameProps = { userId: string; employer: Employer; onSaved(): void };

/** Who the member hires for: candidates see it in messages, and may hide from a company. */
export function EmployerName({ userId, employer, onSaved }: EmployerNameProps) {
  const { changesLeft } = employer;
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return (
      <Suspense fallback={null}>
        <EmployerForm
          userId={userId}
          employer={employer}
          onSaved={() => {
            setOpen(false);
            onSaved();
          }}
          onCancel={() => setOpen(false)}
        />
      </Suspense>
    );
  }
  return (
    <p className="employer-name">
      <HiresFor employer={employer} />{' '}
      {changesLeft > 0 ? (
        <button type="button" className="link" onClick={() => setOpen(true)}>
          Change
        </button>
      ) : (
        <>
          You have changed it twice within a year. For another change, write to <MailLink />.
        </>
      )}
    </p>
  );
}
