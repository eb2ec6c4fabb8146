import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Form } from '#app/ui/form.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { codeSchema } from '#domain/account/account.ts';
import { AccountFailure } from '../account-failure.tsx';
import { useProof } from '../proof/proof.tsx';
import { CodeField } from './code-field.tsx';

export type WayFormProps = { factorId: string; onBegin?(): void; onDone(): Promise<void> };

/** A code from an authenticator app: to take the second step, or to finish setting it up. */
export function TotpForm({ factorId, onBegin, onDone }: WayFormProps) {
  const withProof = useProof();
  const form = useForm(codeSchema, async ({ code }) => {
    onBegin?.();
    const client = await openSupabase();
    const { error } = await withProof(() => client.auth.mfa.challengeAndVerify({ factorId, code }));
    if (error) return failureOf(error);
    await onDone();
  });
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <CodeField
        hint="The six digits that your authenticator app shows now"
        error={form.errors.code}
      />
      <Button type="submit" size="large" disabled={!form.isReady} isBusy={form.isBusy}>
        {form.isBusy ? 'Checking…' : 'Confirm'}
      </Button>
    </Form>
  );
}
