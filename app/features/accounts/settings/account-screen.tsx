import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { MailboxGone } from '#app/site-parts/mailbox-gone.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { late } from '#app/ui/late.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import * as links from '#domain/site/links.ts';
import { PasskeysSetting } from '../passkeys/passkeys-setting.tsx';
import { ProofProvider } from '../proof/proof.tsx';
import { ResendConfirmation } from '../resend-confirmation.tsx';
import { useAccountRules } from '../use-account-rules.ts';
import { useLinkArrival } from '../use-link-arrival.ts';
import { useProviders } from '../use-providers.ts';
import { whyRefused } from '../why-refused.ts';
import { ExportButton } from './export-button.tsx';
import { FactorsSetting } from './factors-setting.tsx';
import { SessionsSetting } from './sessions-setting.tsx';
import { Change, Setting } from './setting.tsx';
import '../accounts.css';

const IdentitiesSetting = late(async () => (await import('./identities-setting.tsx')).default);
const NameForm = late(async () => (await import('./name-form.tsx')).default);
const EmailForm = late(async () => (await import('./email-form.tsx')).default);
const PasswordForm = late(async () => (await import('./password-form.tsx')).default);
const HistoryList = late(async () => (await import('./history-list.tsx')).default);
const DeleteForm = late(async () => (await import('./delete-form.tsx')).default);

/**
 * Everything about the account itself. Forms are loaded when they are opened. What is here from the start comes with
 * the screen: arriving later, it would move buttons, and a click that ends next to its button does not count.
 */
export function AccountScreen({ user }: { user: User }) {
  // A new password or factor may end sessions; the list is then read again.
  const [version, setVersion] = useState(0);
  const rules = useAccountRules();
  const readAgain = () => setVersion((before) => before + 1);
  return (
    <ProofProvider user={user}>
      <div className="wrap settings">
        <LinkRefused />
        <Setting title="Name">
          <p>{user.user_metadata.full_name || 'Not given'}</p>
          <Change label="Change name">{(close) => <NameForm user={user} onClose={close} />}</Change>
        </Setting>
        <Setting title="Email" intro="For signing in and for emails about your account.">
          <EmailState user={user} />
          <Change label="Change email">
            {(close) => <EmailForm user={user} onClose={close} />}
          </Change>
          <OtherEmails />
        </Setting>
        <PasswordSetting user={user} onChanged={readAgain} />
        {rules.hasPasskeys && <PasskeysSetting user={user} />}
        <FactorsSetting user={user} onChanged={readAgain} />
        <Identities user={user} onChanged={readAgain} />
        <SessionsSetting version={version} />
        <Setting title="History" intro="Sign-ins and changes of the past year.">
          <Change label="Show history">{() => <HistoryList />}</Change>
        </Setting>
        <Setting
          title="Your data"
          intro="A file with your account, what you entered and wrote, your picture, your resumes and your newsletter subscription, in JSON, for you or for another service."
        >
          <ExportButton />
        </Setting>
        <Setting title="Delete account" intro="This cannot be undone.">
          <Change label="Delete my account" isDanger>
            {(close) => <DeleteForm onClose={close} />}
          </Change>
        </Setting>
      </div>
    </ProofProvider>
  );
}

function EmailState({ user }: { user: User }) {
  const isConfirmed = useConfirmed(user);
  return (
    <>
      <p>
        <span className="wrap-anywhere">{user.email}</span>{' '}
        <Badge tone={isConfirmed ? 'good' : 'warm'}>
          {isConfirmed ? 'Confirmed' : 'Not confirmed'}
        </Badge>
      </p>
      <MailboxGone user={user}>
        If the address has a mistake in it, change it here. If the change has to be confirmed from
        that mailbox, write to us.
      </MailboxGone>
      {!isConfirmed && user.email && <ResendConfirmation email={user.email} />}
      {user.new_email && (
        <WaitingChange
          key={user.email_change_sent_at}
          email={user.new_email}
          askedAt={user.email_change_sent_at}
        />
      )}
    </>
  );
}

/** For people who want fewer emails: no switch turns off all, because each is next to what it is about. */
function OtherEmails() {
  return (
    <p className="account-small">
      Other emails are stopped where they begin: under <Link href={links.messages}>Messages</Link>,{' '}
      <Link href={links.applications}>Applications</Link> and{' '}
      <Link href={links.alerts}>Alerts</Link>; the newsletter and emails about applicants have a
      link that ends them. Emails about your account, your jobs and your credentials always come. To
      keep employers from finding you, make your <Link href={links.candidateProfile}>profile</Link>{' '}
      private.
    </p>
  );
}

/** The service remembers the request even after its links have expired. */
function WaitingChange({ email, askedAt = '' }: { email: string; askedAt?: string }) {
  const [isOver] = useState(() => Date.now() > Date.parse(askedAt) + linkLife);
  if (isOver) {
    return (
      <Notice title="Your email did not change">
        The links to change it to <b>{email}</b> have expired. Change it again if you still want to.
      </Notice>
    );
  }
  return (
    <Notice title="A change is waiting">
      Open the email that we sent to <b>{email}</b>, and the one in your old mailbox if that is
      confirmed.
    </Notice>
  );
}

/** The default life of a link; an operator may have set another one (AUTH_LINK_SECONDS). */
const linkLife = 3_600_000;

/**
 * The address may have been confirmed or changed on another device, which this session learns only when it is
 * refreshed.
 */
function useConfirmed(user: User): boolean {
  const isConfirmed = Boolean(user.email_confirmed_at);
  const isKnown = isConfirmed && !user.new_email;
  const { state, again } = useLoading(() => readUser(user), { key: user.id, isWanted: !isKnown });

  // Synchronises with what was done in the mailbox in the meantime.
  useEffect(() => {
    if (isKnown) return;
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  }, [isKnown, again]);

  return isConfirmed || Boolean(state.data?.email_confirmed_at);
}

async function readUser(known: User): Promise<User> {
  const { auth } = await openSupabase();
  const { data, error } = await auth.getUser();
  if (error) throw error;
  // The rest of the screen goes by the session, including a change requested or cancelled elsewhere.
  const { email, new_email } = data.user;
  if (email !== known.email || new_email !== known.new_email) await auth.refreshSession();
  return data.user;
}

function PasswordSetting({ user, onChanged }: { user: User; onChanged(): void }) {
  const hasPassword = user.identities?.some(({ provider }) => provider === 'email') ?? true;
  return (
    <Setting title="Password" intro="A new one signs out all your other devices.">
      {hasPassword ? (
        <Change label="Change password">
          {(close) => <PasswordForm user={user} onClose={close} onChanged={onChanged} />}
        </Change>
      ) : (
        <p>
          You sign in through another service. To have a password too,{' '}
          <a className="link" href={links.recoverPassword}>
            ask for a link
          </a>
          .
        </p>
      )}
    </Setting>
  );
}

/** Other services are rare; the code for them is loaded only if there are any. */
function Identities({ user, onChanged }: { user: User; onChanged(): void }) {
  const { mayLink } = useAccountRules();
  const configured = useProviders();
  const isNeeded =
    (mayLink && configured.length > 0) ||
    user.identities?.some(({ provider }) => provider !== 'email');
  if (!isNeeded) return null;
  return (
    <IdentitiesSetting
      waiting={null}
      user={user}
      configured={configured}
      mayLink={mayLink}
      onChanged={onChanged}
    />
  );
}

/** After linking another service: it may have refused. */
function LinkRefused() {
  const arrival = useLinkArrival();
  if (arrival?.kind !== 'refused') return null;
  return (
    <Notice tone="danger" title="The service was not linked">
      {whyRefused(arrival)}
    </Notice>
  );
}
