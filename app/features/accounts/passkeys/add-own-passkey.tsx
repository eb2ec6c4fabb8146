import type { PasskeyListItem } from '@supabase/supabase-js';
import { openSupabase } from '#app/data/supabase.ts';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { factorNameSchema } from '#domain/account/account.ts';
import { AccountFailure } from '../account-failure.tsx';
import { freeName } from '../factors/free-name.ts';
import { passkeyFailure } from '../factors/passkey-failure.ts';
import { useProof } from '../proof/proof.tsx';
import { FormActions } from '../settings/form-actions.tsx';

type AddOwnPasskeyProps = { passkeys: PasskeyListItem[]; onClose(): void; onAdded(): void };

export default function AddOwnPasskey({ passkeys, onClose, onAdded }: AddOwnPasskeyProps) {
  const withProof = useProof();
  const form = useForm(factorNameSchema, async ({ name }) => {
    const client = await openSupabase();
    const { data, error } = await withProof(() => client.auth.registerPasskey());
    if (error) return passkeyFailure(error, 'add');
    // The passkey exists and opens the account, even if naming it fails.
    const named = await client.auth.passkey.update({ passkeyId: data.id, friendlyName: name });
    toast(
      named.error
        ? { title: 'Passkey added', description: `Its name: ${failureOf(named.error).message}` }
        : { title: 'Passkey added' },
    );
    onAdded();
    onClose();
  });
  const names = passkeys.map(({ friendly_name }) => friendly_name ?? '');
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <Field
        label="Name"
        hint="How you will recognize it: the device, or the key"
        error={form.errors.name}
      >
        <TextInput name="name" maxLength={60} defaultValue={freeName('Passkey', names)} required />
      </Field>
      <FormActions
        label="Create the passkey"
        busyLabel="Waiting for your browser…"
        isBusy={form.isBusy}
        onCancel={onClose}
      />
    </Form>
  );
}
