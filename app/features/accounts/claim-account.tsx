import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { flashToast, toastError } from '#app/ui/toast.ts';
import * as links from '#domain/site/links.ts';
import { AccountPage } from './account-page.tsx';
import { type ClaimRight, claim } from './cleared.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { leaveTo } from './sign-in.ts';

type Tokens = { access_token: string; refresh_token: string };

/** Shown after the first proof of a mailbox if nothing showed who had set up the account. */
export function ClaimAccount({
  email,
  right,
  next,
}: {
  email: string;
  right: ClaimRight;
  /** Where to continue with the new password. */
  next: string;
}) {
  async function take(password: string) {
    const tokens = await claim<Tokens>(right, { action: 'take', password });
    const client = await openSupabase();
    return (await client.auth.setSession(tokens)).error;
  }

  return (
    <AccountPage
      title="Choose a new password"
      intro={
        <>
          You have shown that the mailbox <b>{email}</b> is yours. We could not tell whether you or
          somebody else had set up its account, so the old password and every other way to sign in
          are gone.
        </>
      }
    >
      <NewPasswordForm email={email} save={take} next={next} />
      <p className="account-small">
        What was written in the account is still there. Once you are in, look at your profile, your
        jobs and your messages.
      </p>
      <NotMine right={right} />
    </AccountPage>
  );
}

function NotMine({ right }: { right: ClaimRight }) {
  const { signOut } = useAuth();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function refuse() {
    setBusy(true);
    try {
      await claim(right, { action: 'refuse' });
      if (right.kind === 'session') await signOut();
    } catch (error) {
      setBusy(false);
      toastError(failureOf(error).message);
      return;
    }
    flashToast({ title: 'Account removed', description: 'Nothing of it is left here.' });
    leaveTo(links.home);
  }

  return (
    <p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        I did not sign up
      </Button>
      <ConfirmDialog
        title="Remove this account?"
        description="This removes the account and everything in it: profile, jobs, messages and any membership. It cannot be undone."
        confirmLabel="Remove the account"
        cancelLabel="Keep it"
        isDestructive
        isBusy={isBusy}
        open={isOpen}
        onOpenChange={setOpen}
        onConfirm={refuse}
      />
    </p>
  );
}
