import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { arrivedByLink } from '#app/enhance/arrival.ts';
import { type Auth, useAuth } from '#app/session/use-auth.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import * as links from '#domain/site/links.ts';
import { AccountPage } from './account-page.tsx';
import { AccountUses } from './account-uses.tsx';
import { isCleared } from './cleared.ts';
import { SecondFactor } from './factors/second-factor.tsx';
import { OtherWaysIn } from './other-ways-in.tsx';
import { goOn, leaveTo } from './sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useClosedSignUp } from './use-account-rules.ts';
import { useLinkArrival } from './use-link-arrival.ts';
import { isLeftOver, returnPathOf } from './way-on.ts';
import { whyRefused } from './why-refused.ts';

/** Sign in and sign up, and the second step for people who have set one up. */
export function AuthScreen() {
  const auth = useAuth();
  const [params, setParams] = useSearchParams();
  const { key, state: held } = useLocation();
  const state = isLeftOver(key) ? null : held;
  const tab = params.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in';
  const returnPath = returnPathOf(params, state);
  const closed = useClosedSignUp();
  const invitation = invitationIn(returnPath);
  const [email, setEmail] = useState('');
  const [newAddress, setNewAddress] = useState<string>();
  const { begin, end } = useWayOn(auth, returnPath);

  // Synchronises the address after a link inside the site: it stays /auth, wherever it came from. A link in an email
  // may still be opened in another browser, so it is left intact.
  useEffect(() => {
    const next = params.get('next');
    if (!next || !arrivedByLink()) return;
    const rest = new URLSearchParams(params);
    rest.delete('next');
    setParams(rest, { replace: true, preventScrollReset: true, state: { pathname: next } });
  }, [params, setParams]);

  function chooseTab(next: string) {
    setParams(
      (before) => {
        if (next === 'sign-up') before.set('tab', next);
        else before.delete('tab');
        return before;
      },
      { replace: true, preventScrollReset: true, state },
    );
  }

  if (auth.status === 'signed-in' && auth.needsSecondFactor) {
    return (
      <AccountPage title="Confirm that it is you" intro="Your account asks for a second step.">
        <SecondFactor
          onBegin={begin}
          onDone={() => goOn(auth.user.id, returnPath)}
          onCancel={() => auth.signOut()}
        />
      </AccountPage>
    );
  }

  const isNew = tab === 'sign-up';
  const isClosed = closed !== undefined && !invitation;
  return (
    <AccountPage
      title={
        isNew ? (isClosed ? 'New accounts' : 'Create your account') : 'Sign in to your account'
      }
      intro="One free account for your jobs, your candidate profile and your membership."
      aside={<AccountUses />}
    >
      <noscript>
        <Notice title="Signing in needs JavaScript">
          Your session is kept in your browser by a script. Please turn on JavaScript for this site
          and reload the page. All public pages work without it.
        </Notice>
      </noscript>
      <div className="when-forgetful mb-6">
        <Notice title="Signing in needs storage">
          Your session is kept in your browser, which is set to store nothing for this site. Please
          allow cookies and site data here, and reload the page. If another app shows you this page,
          open it in your browser. All public pages work without it.
        </Notice>
      </div>
      {auth.status === 'loading' && !auth.hasFailed && (
        <div className="when-signed-in">
          <Skeleton lines={4} label="Checking whether you are signed in…" />
        </div>
      )}
      <div className={auth.status === 'loading' && !auth.hasFailed ? 'when-signed-out' : undefined}>
        <Refusal />
        <Tabs
          label="Sign in or sign up"
          value={tab}
          onChange={chooseTab}
          tabs={[
            {
              value: 'sign-in',
              label: 'Sign In',
              content: (
                <SignInForm
                  email={email}
                  newAddress={newAddress}
                  onEmail={setEmail}
                  onBegin={begin}
                  onEnd={end}
                  onSignedIn={(userId) => goOn(userId, returnPath)}
                />
              ),
            },
            {
              value: 'sign-up',
              label: 'Sign Up',
              content: isClosed ? (
                <Notice title={closed.title}>
                  <p>{closed.text}</p>
                  <p>
                    <a className="link" href={`mailto:${closed.email}`}>
                      {closed.email}
                    </a>
                  </p>
                </Notice>
              ) : (
                <SignUpForm
                  email={email}
                  invitation={invitation}
                  onEmail={setEmail}
                  onBegin={begin}
                  onEnd={end}
                  onSignedIn={() => leaveTo(returnPath ?? links.candidateProfile)}
                  onSignedUp={(address) => {
                    setEmail(address);
                    setNewAddress(address);
                    chooseTab('sign-in');
                  }}
                />
              ),
            },
          ]}
        />
        {!(isNew && isClosed) && (
          <OtherWaysIn
            returnPath={returnPath}
            isNew={isNew}
            onBegin={begin}
            onEnd={end}
            onSignedIn={(userId) => goOn(userId, returnPath)}
          />
        )}
      </div>
    </AccountPage>
  );
}

/** People who were invited by a link may sign up even when others may not: the server checks the token. */
function invitationIn(returnPath: string | undefined): string | undefined {
  if (!returnPath) return undefined;
  return new URL(returnPath, 'http://site.invalid').searchParams.get('token') ?? undefined;
}

/** Somebody who is already signed in has nothing to do here, unless this page has just signed them in. */
function useWayOn(auth: Auth, returnPath: string | undefined) {
  const arrival = useLinkArrival();
  const isOwn = useRef(false);
  const isGone = useRef(false);
  const isComplete = auth.status === 'signed-in' && !auth.needsSecondFactor;
  const userId = auth.user?.id;

  // Synchronises the address with a session that came from elsewhere: another tab, or a provider.
  useEffect(() => {
    if (!isComplete || !userId || !arrival || isOwn.current || isGone.current) return;
    isGone.current = true;
    if (isCleared(auth.user ?? {})) leaveTo(links.newPassword);
    else if (arrival.kind === 'code') goOn(userId, returnPath);
    else leaveTo(returnPath ?? links.home);
  }, [isComplete, userId, auth.user, arrival, returnPath]);

  return {
    begin() {
      isOwn.current = true;
    },
    end() {
      isOwn.current = false;
    },
  };
}

/** A provider or a link that failed. */
function Refusal() {
  const arrival = useLinkArrival();
  if (arrival?.kind !== 'refused') return null;
  return (
    <div className="mb-6">
      <Notice tone="danger" title="That did not work">
        {whyRefused(arrival)} Try again, or choose another way.
      </Notice>
    </div>
  );
}
