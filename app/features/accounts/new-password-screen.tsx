import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import type { LinkArrival } from '#app/session/link-arrival.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import * as links from '#domain/site/links.ts';
import { AcceptSession } from './accept-session.tsx';
import { AccountPage } from './account-page.tsx';
import { ClaimAccount } from './claim-account.tsx';
import { isCleared } from './cleared.ts';
import { SecondFactor } from './factors/second-factor.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { ProofProvider, useProof } from './proof/proof.tsx';
import { AskForLink, CheckYourMail } from './recover-screen.tsx';
import { useCodeCheck } from './use-code-check.ts';
import { useLinkArrival } from './use-link-arrival.ts';

/** The target of the link for a new password. The link, or the code, has signed the person in. */
export function NewPasswordScreen() {
  const auth = useAuth();
  const arrival = useLinkArrival();
  const [isAccepted, setAccepted] = useState(false);

  if (arrival?.kind === 'session' && !isAccepted) {
    return <AcceptSession arrival={arrival} onAccepted={() => setAccepted(true)} />;
  }
  if (auth.status === 'signed-in' && auth.needsSecondFactor) {
    return (
      <AccountPage
        title="Confirm that it is you"
        intro="Your account asks for a second step before its password can change."
      >
        <SecondFactor onBegin={() => {}} onDone={async () => {}} onCancel={() => auth.signOut()} />
      </AccountPage>
    );
  }
  if (auth.status === 'signed-in' && isCleared(auth.user)) {
    const right = { kind: 'session', token: auth.session.access_token } as const;
    return <ClaimAccount email={auth.user.email ?? ''} right={right} next="/" />;
  }
  if (auth.status === 'signed-in' && arrival?.kind !== 'refused') {
    return (
      <ProofProvider user={auth.user} prefersMailbox>
        <SetPassword email={auth.user.email ?? ''} />
      </ProofProvider>
    );
  }
  if (!arrival || (auth.status === 'loading' && !auth.hasFailed)) {
    return <Checking />;
  }
  if (arrival.kind === 'code') return <CodeOfAnotherBrowser arrival={arrival} />;
  return <LinkDidNotWork arrival={arrival} />;
}

function Checking() {
  return (
    <AccountPage title="Choose a new password">
      <Waiting>
        <Skeleton lines={4} label="Checking the link…" />
      </Waiting>
    </AccountPage>
  );
}

/** The code opens no session here; but if it was the first proof of the mailbox, that has its own page. */
function CodeOfAnotherBrowser({ arrival }: { arrival: LinkArrival }) {
  const [code] = useState(() => new URLSearchParams(location.search).get('code'));
  const found = useCodeCheck(code);
  if (code !== null && (found.kind === 'checking' || found.kind === 'used')) return <Checking />;
  if (code !== null && found.kind === 'cleared') {
    return <ClaimAccount email={found.email} right={{ kind: 'code', code }} next="/" />;
  }
  return <LinkDidNotWork arrival={arrival} />;
}

function SetPassword({ email }: { email: string }) {
  const withProof = useProof();

  async function save(password: string) {
    const client = await openSupabase();
    return (await withProof((proof) => client.auth.updateUser({ password, ...proof }))).error;
  }

  return (
    <AccountPage
      title="Choose a new password"
      intro={
        <>
          For your account <b>{email}</b>. You stay signed in here; other devices are signed out.
        </>
      }
    >
      <NewPasswordForm email={email} save={save} next={links.home} />
    </AccountPage>
  );
}

const reasons = {
  code: {
    title: 'This link belongs to another browser',
    intro:
      'For your safety it works only in the browser in which you asked for it. Opening it here has used it up, and its code too. Ask for a new one here, and open that in this browser.',
  },
  refused: {
    title: 'This link no longer works',
    intro: 'It has expired or has already been used. Each link works once.',
  },
  none: {
    title: 'Ask for a link first',
    intro: 'A new password can be chosen through a link that we send to your mailbox.',
  },
};

function LinkDidNotWork({ arrival }: { arrival: LinkArrival }) {
  const [address, setAddress] = useState<string>();
  if (address) return <CheckYourMail email={address} onOther={() => setAddress(undefined)} />;
  const { title, intro } =
    reasons[arrival.kind === 'code' || arrival.kind === 'refused' ? arrival.kind : 'none'];
  return (
    <AccountPage title={title} intro={intro}>
      <AskForLink label="Send a new link" onAsked={setAddress} />
    </AccountPage>
  );
}
