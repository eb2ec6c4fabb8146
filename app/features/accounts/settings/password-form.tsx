import type { User } from '@supabase/supabase-js';
import { openSupabase } from '#app/data/supabase.ts';
import { failureOf } from '#app/ui/failure.ts';
import { Form } from '#app/ui/form.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { changePasswordSchema } from '#domain/account/account.ts';
import { AccountFailure } from '../account-failure.tsx';
import { NewPasswordField, PasswordField } from '../password-field.tsx';
import { useProof } from '../proof/proof.tsx';
import { useAccountRules } from '../use-account-rules.ts';
import { WhosePassword } from '../whose-password.tsx';
import { FormActions } from './form-actions.tsx';

type PasswordFormProps = { user: User; onClose(): void; onChanged(): void };

export default function PasswordForm({ user, onClose, onChanged }: PasswordFormProps) {
  const rules = useAccountRules();
  const withProof = useProof();
  const form = useForm(changePasswordSchema(rules), async ({ password, currentPassword }) => {
    const client = await openSupabase();
    const { error } = await withProof((proof) =>
      client.auth.updateUser({ password, current_password: currentPassword, ...proof }),
    );
    if (error) return failureOf(error);
    toast({ title: 'Password changed', description: 'All other devices have been signed out.' });
    onChanged();
    onClose();
  });
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <WhosePassword email={user.email ?? ''} />
      <PasswordField
        label="Current password"
        name="currentPassword"
        error={form.errors.currentPassword}
      />
      <NewPasswordField
        label="New password"
        error={form.errors.password}
        about={() => [user.email ?? '', String(user.user_metadata.full_name ?? '')]}
      />
      <FormActions label="Change the password" isBusy={form.isBusy} onCancel={onClose} />
    </Form>
  );
}
