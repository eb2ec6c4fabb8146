import type { PasskeyListItem } from '@supabase/supabase-js';
import { openSupabase } from '#app/data/supabase.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { factorNameSchema } from '#domain/account/account.ts';
import { AccountFailure } from '../account-failure.tsx';
import { FormActions } from '../settings/form-actions.tsx';
import { nameOfPasskey } from './name-of-passkey.ts';

type RenamePasskeyProps = { passkey: PasskeyListItem; onClose(): void; onDone(): void };

export function RenamePasskey({ passkey, onClose, onDone }: RenamePasskeyProps) {
  const form = useForm(factorNameSchema, async ({ name }) => {
    const client = await openSupabase();
    const params = { passkeyId: passkey.id, friendlyName: name };
    const { error } = await client.auth.passkey.update(params);
    if (error) return failureOf(error);
    toast({ title: 'Passkey renamed' });
    onDone();
  });
  return (
    <Dialog title={`Rename ${nameOfPasskey(passkey)}`} open onOpenChange={onClose}>
      <Form className="account-form" {...form.props}>
        <AccountFailure failure={form.failure} />
        <Field label="Name" error={form.errors.name}>
          <TextInput name="name" maxLength={60} defaultValue={passkey.friendly_name} required />
        </Field>
        <FormActions label="Save" isBusy={form.isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
