import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { recoveryCodeSchema } from '#domain/account/account.ts';
import { AccountFailure } from '../account-failure.tsx';
import type { WayFormProps } from './totp-form.tsx';

export function RecoveryCodeForm({ onBegin, onDone }: Omit<WayFormProps, 'factorId'>) {
  const form = useForm(recoveryCodeSchema, async ({ code }) => {
    onBegin?.();
    const client = await openSupabase();
    const { error } = await client.auth.mfa.recoveryCodes.verify({ code });
    if (error) return failureOf(error);
    await onDone();
  });
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <Field
        label="Recovery code"
        hint="One from the list that you saved. Each works once."
        error={form.errors.code}
      >
        <TextInput
          className="code-input"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </Field>
      <Button type="submit" size="large" isBusy={form.isBusy}>
        {form.isBusy ? 'Checking…' : 'Confirm'}
      </Button>
    </Form>
  );
}
