import type { User } from '@supabase/supabase-js';
import { useEffect, useRef, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { Form } from '#app/ui/form.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { codeSchema, currentPasswordSchema } from '#domain/account/account.ts';
import { AccountFailure } from '../account-failure.tsx';
import { CodeField } from '../factors/code-field.tsx';
import { PasswordField } from '../password-field.tsx';
import { WhosePassword } from '../whose-password.tsx';
import { type Proof, prove } from './prove.ts';

type ProofDialogProps = {
  user: User;
  prefersMailbox?: boolean | undefined;
  /** If not, a code is sent along with the change that awaits the proof. */
  canRenew: boolean;
  onClose(proof?: Proof): void;
};

/** Asks the person to prove who they are: with the password, or with a code from the mailbox. */
export default function ProofDialog({ user, prefersMailbox, canRenew, onClose }: ProofDialogProps) {
  const hasPassword = user.identities?.some(({ provider }) => provider === 'email') ?? true;
  const [way, setWay] = useState<'password' | 'ask' | 'code'>(
    canRenew && hasPassword && !prefersMailbox ? 'password' : 'ask',
  );
  return (
    <Dialog
      title="Confirm that it is you"
      description="You signed in a while ago, and somebody else may be using this device by now. So we ask once more."
      open
      onOpenChange={() => onClose()}
    >
      {way === 'password' && <ByPassword user={user} onProven={() => onClose({})} />}
      {way === 'code' && <ByCode user={user} canRenew={canRenew} onProven={onClose} />}
      {way !== 'code' && (
        <AskForCode user={user} isOnly={way === 'ask'} onSent={() => setWay('code')} />
      )}
    </Dialog>
  );
}

function ByPassword({ user, onProven }: { user: User; onProven(): void }) {
  const form = useForm(currentPasswordSchema, async ({ password }) => {
    const failure = await prove({ current_password: password });
    if (failure) return failure;
    onProven();
  });
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <PasswordField label="Your password" error={form.errors.password} />
      {/* After the password, because a dialog focuses its first field. */}
      <WhosePassword email={user.email ?? ''} />
      <Button type="submit" isBusy={form.isBusy}>
        {form.isBusy ? 'Checking…' : 'Confirm'}
      </Button>
    </Form>
  );
}

type ByCodeProps = { user: User; canRenew: boolean; onProven(proof: Proof): void };

function ByCode({ user, canRenew, onProven }: ByCodeProps) {
  const place = useRef<HTMLDivElement>(null);
  const form = useForm(codeSchema, async ({ code }) => {
    const failure = canRenew ? await prove({ nonce: code }) : undefined;
    if (failure) return failure;
    onProven(canRenew ? {} : { nonce: code });
  });

  // Synchronises focus with the button that has disappeared.
  useEffect(() => {
    place.current?.querySelector('input')?.focus();
  }, []);

  return (
    <div ref={place}>
      <Form className="account-form" {...form.props}>
        <AccountFailure failure={form.failure} />
        <CodeField
          hint={`The six digits that we sent to ${user.email || user.phone}`}
          error={form.errors.code}
        />
        <Button type="submit" isBusy={form.isBusy}>
          {form.isBusy ? 'Checking…' : 'Confirm'}
        </Button>
      </Form>
    </div>
  );
}

function AskForCode({ user, isOnly, onSent }: { user: User; isOnly: boolean; onSent(): void }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function send() {
    setBusy(true);
    setFailure(undefined);
    try {
      const client = await openSupabase();
      const { error } = await client.auth.reauthenticate();
      if (error) throw error;
      onSent();
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  }

  return (
    <div className="account-form">
      <AccountFailure failure={failure} />
      <p className={isOnly ? undefined : 'account-small'}>
        {isOnly ? 'We send six digits to ' : 'Not at hand? We can send six digits to '}
        <b className="wrap-anywhere">{user.email || user.phone}</b>.
      </p>
      <p>
        <Button
          variant={isOnly ? 'primary' : 'secondary'}
          size={isOnly ? undefined : 'small'}
          isBusy={isBusy}
          onClick={send}
        >
          {isBusy ? 'Sending…' : 'Send a code'}
        </Button>
      </p>
    </div>
  );
}
