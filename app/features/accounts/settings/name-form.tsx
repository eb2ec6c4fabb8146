import type { User } from '@supabase/supabase-js';
import { openSupabase } from '#app/data/supabase.ts';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { nameSchema } from '#domain/account/account.ts';
import { AccountFailure } from '../account-failure.tsx';
import { FormActions } from './form-actions.tsx';

export default function NameForm({ user, onClose }: { user: User; onClose(): void }) {
  const form = useForm(nameSchema, async ({ fullName }) => {
    const client = await openSupabase();
    const { error } = await client.auth.updateUser({ data: { full_name: fullName } });
    if (error) return failureOf(error);
    toast({ title: 'Name saved' });
    onClose();
  });
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <Field label="Full Name" error={form.errors.fullName}>
        <TextInput
          name="fullName"
          autoComplete="name"
          maxLength={100}
          required
          defaultValue={user.user_metadata.full_name ?? ''}
        />
      </Field>
      <FormActions label="Save" isBusy={form.isBusy} onCancel={onClose} />
    </Form>
  );
}
