import type { ReactNode } from 'react';
import { adviceFor } from '#app/session/require-user.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { ExternalLink } from '#app/ui/link.tsx';
import * as links from '#domain/site/links.ts';

/** What to do if a job was refused by a quota. The service's message says why. */
export function quotaAdvice(failure: Failure): ReactNode {
  if (failure.code === 'PT403') {
    return (
      <>
        What you typed is still here. Get another confirmation email on{' '}
        <ExternalLink href={links.account}>your account page</ExternalLink>, or make room under{' '}
        <ExternalLink href={links.myJobs}>My jobs</ExternalLink>, and press the button again.
      </>
    );
  }
  if (failure.code === 'PT429') return 'What you typed is still here, and is kept as a draft.';
  return adviceFor(failure);
}
