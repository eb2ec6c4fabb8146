import { openSupabase } from '#app/supabase.ts';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { factorNameSchema } from '#domain/account.ts';
import { FormFailure } from '../form-failure.tsx';
import { FormActions } from '../settings/form-actions.tsx';
import { useForm } from '../use-form.ts';
import type { AddFactorProps } from './add-factor.tsx';
import { freeName } from './free-name.ts';
import { passkeyFailure } from './passkey-form.tsx';

export function AddPasskey({ names, onDone, onCancel }: AddFactorProps) {
  const form = useForm(factorNameSchema, async ({ name }) => {
    const client = await openSupabase();
    const { error } = await client.auth.mfa.webauthn.register({ friendlyName: name });
    if (!error) return void (await onDone());
    await forgetUnfinished();
    return passkeyFailure(error);
  });
  return (
    <form className="account-form" {...form.props}>
      <FormFailure failure={form.failure} />
      <Field
        label="Name"
        hint="By which you will know it: the device, or the key"
        error={form.errors.name}
      >
        <TextInput name="name" maxLength={60} defaultValue={freeName('Passkey', names)} required />
      </Field>
      <FormActions
        label="Make the passkey"
        busyLabel="Waiting for your browser…"
        isBusy={form.isBusy}
        onCancel={onCancel}
      />
    </form>
  );
}

/** What was begun and never finished keeps its name, which the next try may want. */
export async function forgetUnfinished() {
  const client = await openSupabase();
  const { data } = await client.auth.mfa.listFactors();
  const unfinished = data?.all.filter(({ status }) => status === 'unverified') ?? [];
  for (const { id } of unfinished) await client.auth.mfa.unenroll({ factorId: id });
}
