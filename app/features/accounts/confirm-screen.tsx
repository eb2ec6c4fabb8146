import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAuth } from '#app/session/use-auth.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Form } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { Waiting } from '#app/ui/waiting.tsx';
import { emailSchema } from '#domain/account/account.ts';
import * as links from '#domain/site/links.ts';
import { AcceptSession } from './accept-session.tsx';
import { AccountFailure } from './account-failure.tsx';
import { AccountPage } from './account-page.tsx';
import { ClaimAccount } from './claim-account.tsx';
import { isCleared } from './cleared.ts';
import { EmailField } from './email-field.tsx';
import { resendConfirmation } from './resend-confirmation.tsx';
import { useCodeCheck } from './use-code-check.ts';
import { useLinkArrival } from './use-link-arrival.ts';

/** A new account has no profile yet. */
const afterwards = links.candidateProfile;

/** The target of links that confirm an address: a new account's, or the one it changes to. */
export function ConfirmScreen() {
  const auth = useAuth();
  const arrival = useLinkArrival();
  const [params] = useSearchParams();
  const isChange = params.get('for') === 'email';
  const [isAccepted, setAccepted] = useState(false);

  if (!arrival || (auth.status === 'loading' && !auth.hasFailed)) {
    return <Checking />;
  }
  if (arrival.kind === 'session' && !isAccepted) {
    return <AcceptSession arrival={arrival} onAccepted={() => setAccepted(true)} />;
  }
  if (arrival.kind === 'message') {
    return (
      <AccountPage
        title="One more address to confirm"
        intro="This address has approved the change. Now open the email in your other mailbox and approve it there too; then the address changes."
      >
        <Continue to={links.account} label="Go to your account" />
      </AccountPage>
    );
  }
  if (arrival.kind === 'refused') return <Expired isChange={isChange} />;
  if (arrival.kind === 'none') {
    return (
      <AccountPage
        title="Nothing to confirm"
        intro="Open the link in the email that we sent you. It leads here and confirms your address."
      >
        <Continue to={links.signIn} label="Sign In" />
      </AccountPage>
    );
  }
  if (arrival.kind === 'code') return <CodeArrived isChange={isChange} />;
  return <Confirmed isChange={isChange} />;
}

/** The client removes a code from the address once it has used it; a code that is still there proves nothing. */
function CodeArrived({ isChange }: { isChange: boolean }) {
  const { status } = useAuth();
  const [code] = useState(() => new URLSearchParams(location.search).get('code'));
  const found = useCodeCheck(code);
  if (code === null || (found.kind === 'used' && status === 'signed-in'))
    return <Confirmed isChange={isChange} />;
  if (found.kind === 'cleared') {
    return <ClaimAccount email={found.email} right={{ kind: 'code', code }} next={afterwards} />;
  }
  if (found.kind === 'genuine') return <Confirmed isChange={isChange} />;
  if (found.kind === 'unknown') return <Expired isChange={isChange} />;
  if (found.kind === 'checking' || found.kind === 'used') return <Checking />;
  return (
    <AccountPage
      title="The link could not be checked"
      intro="The site could not be reached. Try again in a moment."
    >
      <p>
        <Button size="large" onClick={() => location.reload()}>
          Try again
        </Button>
      </p>
    </AccountPage>
  );
}

function Checking() {
  return (
    <AccountPage title="Confirming your address">
      <Waiting>
        <Skeleton lines={3} label="Checking the link…" />
      </Waiting>
    </AccountPage>
  );
}

function Confirmed({ isChange }: { isChange: boolean }) {
  const auth = useAuth();
  if (auth.status === 'signed-in' && isCleared(auth.user)) {
    const right = { kind: 'session', token: auth.session.access_token } as const;
    return <ClaimAccount email={auth.user.email ?? ''} right={right} next={afterwards} />;
  }
  return (
    <AccountPage
      title={isChange ? 'Your email address has changed' : 'Your email address is confirmed'}
      intro={
        auth.status === 'signed-in'
          ? `You are signed in as ${auth.user.email}.`
          : `You opened the link in a different browser from the one in which you ${isChange ? 'asked for it' : 'signed up'}, so please sign in here.`
      }
    >
      {auth.status === 'signed-in' ? (
        <Continue to={isChange ? links.account : links.candidateProfile} label="Continue" />
      ) : (
        <Continue to={links.signIn} label="Sign In" />
      )}
    </AccountPage>
  );
}

function Continue({ to, label }: { to: string; label: string }) {
  return (
    <p>
      <ButtonLink size="large" href={to}>
        {label}
      </ButtonLink>
    </p>
  );
}

function Expired({ isChange }: { isChange: boolean }) {
  const [address, setAddress] = useState<string>();
  if (address) {
    return (
      <AccountPage
        title="Check your email"
        intro={
          <>
            If <b>{address}</b> has an account that is not confirmed yet, a new link is on its way.
          </>
        }
      >
        <Continue to={links.signIn} label="Sign In" />
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="This link no longer works"
      intro="It has expired or has already been used. Each link works once."
    >
      {isChange ? (
        <Continue to={links.account} label="Ask again in your account" />
      ) : (
        <>
          <Notice title="Have you opened it before?">
            Then your address is confirmed, and you can{' '}
            <a className="link" href={links.signIn}>
              sign in
            </a>
            .
          </Notice>
          <SendAgain onSent={setAddress} />
        </>
      )}
    </AccountPage>
  );
}

function SendAgain({ onSent }: { onSent(email: string): void }) {
  const { user } = useAuth();
  const form = useForm(emailSchema, async ({ email }) => {
    try {
      await resendConfirmation(email);
    } catch (error) {
      return failureOf(error);
    }
    onSent(email);
  });
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <EmailField email={user?.email} error={form.errors.email} />
      <Button type="submit" size="large" isBusy={form.isBusy}>
        {form.isBusy ? 'Sending…' : 'Send a new link'}
      </Button>
    </Form>
  );
}
