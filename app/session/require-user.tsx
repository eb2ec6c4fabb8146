import type { ReactNode } from 'react';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { ExternalLink } from '#app/ui/link.tsx';
import * as links from '#domain/site/links.ts';
import { currentSession } from './current-session.ts';

/** While the form was open, the session may have ended or somebody else may have signed in. */
export async function requireUser(userId: string): Promise<Failure | undefined> {
  try {
    const session = await currentSession();
    if (session?.user.id === userId) return undefined;
  } catch (error) {
    return failureOf(error);
  }
  return { code: 'session_not_found', message: 'User not authenticated' };
}

/** What to do about a session that has ended or is half done. */
export function adviceFor({ code }: Failure): ReactNode {
  if (code === 'insufficient_aal') {
    return (
      <>
        <ExternalLink href={links.signIn}>Confirm that it is you</ExternalLink>, then come back to
        this tab and press the button again. What you typed is still here.
      </>
    );
  }
  if (code !== 'session_not_found') return undefined;
  return (
    <>
      <ExternalLink href={links.signIn}>Sign in</ExternalLink>, then come back to this tab and press
      the button again. What you typed is still here.
    </>
  );
}
