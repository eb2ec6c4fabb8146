import type { Employer } from './use-employer.ts';

/** Whom candidates read beside a message of the member, now and from the next day on. */
export function HiresFor({ employer: { company, isShown, next } }: { employer: Employer }) {
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
      You no longer work for {named} on this site, so candidates read your name without a company
      {next && (
        <>
          , and from {asDay(next.from)} with {nextNamed}
        </>
      )}
      .
    </>
  );
}

/** Days are UTC's, so that they begin for everybody at the same moment. */
function asDay(at: string): string {
  const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return `${day.format(new Date(at))} (UTC)`;
}
