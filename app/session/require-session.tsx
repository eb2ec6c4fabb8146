import type { User } from '@supabase/supabase-js';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as links from '#domain/site/links.ts';
import { Button } from '../ui/button.tsx';
import type { Toast } from '../ui/flash.ts';
import { ExternalLink } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { Waiting } from '../ui/waiting.tsx';
import { type Auth, useAuth } from './use-auth.ts';

type RequireSessionProps = {
  children: ReactNode | ((user: User) => ReactNode);
  /** Shown to visitors who are redirected to the sign-in page. */
  refusal?: Toast;
  skeleton?: ReactNode;
  /** Leaves the screen as soon as the session ends, for content that nobody else should see. */
  isSensitive?: boolean;
};

/**
 * A screen for people with a session. Visitors are redirected to the sign-in page and come back afterwards. If the
 * session ends while somebody is writing, or needs its second factor, the screen stays with everything typed into it.
 * If nothing was typed, as in a new tab, there is nothing to stay for.
 */
export function RequireSession({
  children,
  refusal,
  skeleton = <Skeleton lines={5} />,
  isSensitive,
}: RequireSessionProps) {
  const auth = useAuth();
  const place = useLocation();
  const navigate = useNavigate();
  const lastUser = useRef<User>(undefined);
  const hasTyped = useRef(false);
  if (auth.status === 'signed-in' && !auth.needsSecondFactor) lastUser.current = auth.user;
  const user = lastUser.current;
  const isRefused = mustSignIn(auth, !user || isSensitive || !hasTyped.current);

  // Synchronises the address with the missing session.
  useEffect(() => {
    if (!isRefused) return;
    // Somebody who was signed in has just signed out, or has been told that the session ended.
    if (refusal && auth.status === 'signed-out' && !user) toast(refusal);
    navigate(links.signIn, { replace: true, state: place });
  }, [isRefused, refusal, auth.status, user, navigate, place]);

  if (auth.status === 'loading' && auth.hasFailed) return <NotReached />;
  if (auth.status === 'loading' || isRefused || !user) {
    return (
      <div className="wrap">
        <Waiting>{skeleton}</Waiting>
      </div>
    );
  }
  return (
    <>
      {auth.status === 'signed-out' && <SessionEnded />}
      {auth.status === 'signed-in' && auth.needsSecondFactor && <SecondFactorMissing />}
      <div
        key={user.id}
        onChange={() => {
          hasTyped.current = true;
        }}
      >
        {typeof children === 'function' ? children(user) : children}
      </div>
    </>
  );
}

function mustSignIn(auth: Auth, hasNothingToKeep = false): boolean {
  if (auth.status === 'signed-in') return auth.needsSecondFactor && hasNothingToKeep;
  return auth.status === 'signed-out' && (hasNothingToKeep || !auth.wasSignedIn);
}

function SessionEnded() {
  return (
    <div className="wrap mb-8">
      <Notice title="Your session has ended">
        What you typed is still here. <ExternalLink href={links.signIn}>Sign in</ExternalLink>, then
        come back to this tab and go on.
      </Notice>
    </div>
  );
}

function SecondFactorMissing() {
  return (
    <div className="wrap mb-8">
      <Notice title="Complete your second step">
        What you typed is still here.{' '}
        <ExternalLink href={links.signIn}>Confirm that it is you</ExternalLink>, then come back to
        this tab and go on.
      </Notice>
    </div>
  );
}

function NotReached() {
  return (
    <div className="wrap">
      <Notice tone="danger" title="The page could not be loaded">
        <p>Check your connection, then try again.</p>
        <p className="mt-3">
          <Button variant="secondary" size="small" onClick={() => location.reload()}>
            Try again
          </Button>
        </p>
      </Notice>
    </div>
  );
}
