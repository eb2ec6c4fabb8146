import type { ReactNode } from 'react';
import { ButtonLink } from '#app/ui/button.tsx';
import * as links from '#domain/site/links.ts';
import type { OwnPage } from '#domain/staff/staff.ts';

type StandingProps = { own: OwnPage; wasHere: boolean; renderFactor: () => ReactNode };

/** What the role still waits for, shown only to the person. */
export function Standing({ own, wasHere, renderFactor }: StandingProps) {
  return (
    <div className="staff-standing wrap">
      <title>Confirm that it is you · Staff</title>
      <Words own={own} wasHere={wasHere} renderFactor={renderFactor} />
    </div>
  );
}

function Words({ own: { needs, hasFactor }, wasHere, renderFactor }: StandingProps) {
  if (needs === 'acceptance') {
    return (
      <>
        <h1>One step is missing</h1>
        <p>We sent you an email with a link. Open it while you are signed in here.</p>
      </>
    );
  }
  if (needs === 'mailbox') {
    return (
      <>
        <h1>Confirm your email address</h1>
        <p>Your account has an address that nobody has confirmed yet.</p>
        <ButtonLink href={links.account}>Open your account</ButtonLink>
      </>
    );
  }
  if (!hasFactor) {
    return (
      <>
        <h1>Set up a second step</h1>
        <p>
          Your role needs one: an authenticator app, or a passkey. Add it in your account, then come
          back here.
        </p>
        <ButtonLink href={links.account}>Open your account</ButtonLink>
      </>
    );
  }
  return (
    <>
      <h1>Confirm that it is you</h1>
      <p>
        {wasHere
          ? 'Nothing was done here for an hour, so your role is paused. What you began is kept.'
          : 'Your role asks for your second step, and again when nothing was done for an hour.'}
      </p>
      {renderFactor()}
    </>
  );
}
