import { useEffect, useRef, useState } from 'react';
import { late } from '#app/ui/late.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { MailLink } from './mail-link.tsx';
import type { Employer } from './use-employer.ts';

/** Brings the rules of its field along, so it is loaded only when somebody makes a change. */
const EmployerForm = late(async () => (await import('./employer-form.tsx')).default);

type EmployerNameProps = { userId: string; employer: Employer; onSaved(): void };

/** Who the member recruits for: candidates see it in messages, and may hide from a company. */
export function EmployerName({ userId, employer, onSaved }: EmployerNameProps) {
  const { changesLeft } = employer;
  const [isOpen, setOpen] = useState(false);
  // Closing the form removes the button that was pressed.
  const [isBack, setBack] = useState(false);
  const place = useRef<HTMLParagraphElement>(null);
  // Synchronises focus with the closing of the form.
  useEffect(() => {
    if (isBack) place.current?.focus({ preventScroll: true });
  }, [isBack]);
  const close = () => {
    setBack(true);
    setOpen(false);
  };
  if (isOpen) {
    return (
      <EmployerForm
        waiting={<Skeleton lines={2} />}
        userId={userId}
        employer={employer}
        onSaved={() => {
          close();
          onSaved();
        }}
        onCancel={close}
      />
    );
  }
  return (
    <p className="employer-name" ref={place} tabIndex={-1}>
      <HiresFor employer={employer} />{' '}
      {changesLeft > 0 ? (
        <button
          type="button"
          className="link"
          onClick={() => {
            setBack(false);
            setOpen(true);
          }}
        >
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

/** The name that candidates see next to the member's messages, now and from the next day on. */
function HiresFor({ employer: { company, isShown, next } }: { employer: Employer }) {
  const named = <b dir="auto">{company}</b>;
  const nextNamed = next && <b dir="auto">{next.company}</b>;
  if (isShown) {
    return (
      <>
        You hire for {named}
        {next && (
          <>
            , and from {asDay(next.from)} for {nextNamed}
          </>
        )}
        .
      </>
    );
  }
  return (
    <>
      Candidates read your name without a company
      {next && (
        <>
          , and from {asDay(next.from)} with {nextNamed}
        </>
      )}
      : you no longer work for {named} on this site, or we have closed it.
    </>
  );
}

/** Days are in UTC, so that they begin for everybody at the same moment. */
function asDay(at: string): string {
  const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return `${day.format(new Date(at))} (UTC)`;
}
