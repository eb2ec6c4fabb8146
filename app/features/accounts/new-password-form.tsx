import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Form } from '#app/ui/form.tsx';
import { flashToast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { newPasswordSchema } from '#domain/account/account.ts';
import { AccountFailure } from './account-failure.tsx';
import { NewPasswordField } from './password-field.tsx';
import { leaveTo } from './sign-in.ts';
import { useAccountRules } from './use-account-rules.ts';
import { WhosePassword } from './whose-password.tsx';

type NewPasswordFormProps = {
  email: string;
  /** Resolves to the failure, if any. */
  save(password: string): Promise<unknown>;
  /** Where to continue with the new password. */
  next: string;
};

export function NewPasswordForm({ email, save, next }: NewPasswordFormProps) {
  const rules = useAccountRules();
  const form = useForm(newPasswordSchema(rules), async ({ password }) => {
    const error = await save(password);
    if (error) return failureOf(error);
    flashToast({
      title: 'Password changed',
      description: 'You are signed in. All other devices have been signed out.',
    });
    return leaveTo(next);
  });
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <WhosePassword email={email} />
      <NewPasswordField label="New password" error={form.errors.password} about={() => [email]} />
      <Button type="submit" size="large" isBusy={form.isBusy}>
        {form.isBusy ? 'Saving…' : 'Save the password'}
      </Button>
    </Form>
  );
}
