import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { toastError } from '#app/ui/toast.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';

/** A button for a new confirmation link. The answer is the same whoever owns the address. */
export function ResendConfirmation({ email }: { email: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  // The button disappears once it has done its job.
  const place = useKeptFocus<HTMLParagraphElement>(Number(state !== 'sent'));

  async function send() {
    setState('busy');
    try {
      await resendConfirmation(email);
      setState('sent');
    } catch (error) {
      setState('idle');
      toastError(failureOf(error).message);
    }
  }

  return (
    <p ref={place} tabIndex={-1}>
      {state === 'sent' && `A new email is on its way to ${email}.`}
      {state !== 'sent' && (
        <Button variant="secondary" size="small" isBusy={state === 'busy'} onClick={send}>
          Send the email again
        </Button>
      )}
    </p>
  );
}

/** The link leads to the site's root, which passes it on to the page for confirmations. */
export async function resendConfirmation(email: string) {
  const client = await openSupabase();
  const { error } = await client.auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: `${location.origin}/` },
  });
  if (error) throw error;
}
