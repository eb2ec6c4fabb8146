import { useEffect, useRef, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { Form } from '#app/ui/form.tsx';
import { toastToo, useForm } from '#app/ui/use-form.ts';
import { codeSchema } from '#domain/account/account.ts';
import { AccountFailure } from '../account-failure.tsx';
import { useProof } from '../proof/proof.tsx';
import { CodeField } from './code-field.tsx';
import type { WayFormProps } from './totp-form.tsx';

/** Sends a code to the phone on request, and verifies it. */
export function PhoneForm({ factorId, onBegin, onDone }: WayFormProps) {
  const [challengeId, setChallengeId] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function send() {
    setSending(true);
    const sent = await askForCode(factorId);
    setSending(false);
    if ('challengeId' in sent) {
      setFailure(undefined);
      setChallengeId(sent.challengeId);
      return;
    }
    setFailure(sent);
    toastToo('Error', sent.message);
  }

  return (
    <div className="account-form">
      <AccountFailure failure={failure} />
      {challengeId ? (
        <EnterCode
          key={challengeId}
          factorId={factorId}
          challengeId={challengeId}
          onBegin={onBegin}
          onDone={onDone}
        />
      ) : (
        <p>We send six digits to your phone. They work for five minutes.</p>
      )}
      <Button
        variant={challengeId ? 'quiet' : 'primary'}
        size={challengeId ? 'medium' : 'large'}
        isBusy={isSending}
        onClick={send}
      >
        {challengeId ? 'Send another code' : 'Send the code'}
      </Button>
    </div>
  );
}

async function askForCode(factorId: string): Promise<{ challengeId: string } | Failure> {
  try {
    const client = await openSupabase();
    const { data, error } = await client.auth.mfa.challenge({ factorId });
    return error ? failureOf(error) : { challengeId: data.id };
  } catch (error) {
    return failureOf(error);
  }
}

function EnterCode({
  factorId,
  challengeId,
  onBegin,
  onDone,
}: WayFormProps & { challengeId: string }) {
  const withProof = useProof();
  const place = useRef<HTMLFormElement>(null);

  // Synchronises focus with a code that has been sent: whoever requested it continues here.
  useEffect(() => place.current?.querySelector('input')?.focus(), []);

  const form = useForm(codeSchema, async ({ code }) => {
    onBegin?.();
    const client = await openSupabase();
    const { error } = await withProof(() =>
      client.auth.mfa.verify({ factorId, challengeId, code }),
    );
    if (error) return failureOf(error);
    await onDone();
  });
  return (
    <Form className="account-form" {...form.props} ref={place}>
      <AccountFailure failure={form.failure} />
      <CodeField hint="The six digits from the text message" error={form.errors.code} />
      <Button type="submit" size="large" isBusy={form.isBusy}>
        {form.isBusy ? 'Checking…' : 'Confirm'}
      </Button>
    </Form>
  );
}
