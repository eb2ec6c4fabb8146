import { Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Form } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { signInSchema } from '#domain/account/account.ts';
import * as links from '#domain/site/links.ts';
import { AccountFailure } from './account-failure.tsx';
import { EmailField } from './email-field.tsx';
import { PasswordField } from './password-field.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { signIn } from './sign-in.ts';
import { useAccountRules } from './use-account-rules.ts';

type SignInFormProps = {
  email: string;
  /** The address of an account that was created a moment ago. */
  newAddress?: string;
  onEmail(email: string): void;
  onBegin(): void;
  onEnd(): void;
  onSignedIn(userId: string): Promise<void>;
};

export function SignInForm({
  email,
  newAddress,
  onEmail,
  onBegin,
  onEnd,
  onSignedIn,
}: SignInFormProps) {
  const form = useForm(signInSchema, async (values) => {
    onBegin();
    const answer = await signIn(values);
    if ('failure' in answer) {
      onEnd();
      return answer.failure;
    }
    // If a second factor is needed, the screen shows that step itself.
    if (!answer.isHalfDone) await onSignedIn(answer.userId);
  });

  return (
    <Form className="account-form" {...form.props}>
      {newAddress && !form.failure && <Welcome email={newAddress} />}
      <AccountFailure failure={form.failure}>
        {form.failure?.code === 'email_not_confirmed' && (
          <div className="mt-3">
            <ResendConfirmation email={email} />
          </div>
        )}
      </AccountFailure>
      <EmailField email={email} onEmail={onEmail} error={form.errors.email} />
      <div className="grid gap-2">
        <PasswordField error={form.errors.password} autoFocus={Boolean(newAddress)} />
        <p>
          <Link className="link text-sm" to={links.recoverPassword} state={{ email }}>
            Forgot password?
          </Link>
        </p>
      </div>
      <Button type="submit" size="large" disabled={!form.isReady} isBusy={form.isBusy}>
        {form.isBusy ? 'Signing in...' : 'Sign In'}
      </Button>
    </Form>
  );
}

/** What comes next for somebody who has just signed up. */
function Welcome({ email }: { email: string }) {
  const { needsConfirmation } = useAccountRules();
  // It must not reveal whether the address was taken, so the text has to be true either way.
  const message = (
    <>
      We sent an email to {email}. If the address is new here, the email lets you confirm it; if it
      already had an account, the email says how to get in.
    </>
  );
  if (needsConfirmation) {
    return (
      <Notice title="Confirm your email address first">
        {message}
        <div className="mt-3">
          <ResendConfirmation email={email} />
        </div>
      </Notice>
    );
  }
  return (
    <Notice tone="good" title="Check your email">
      {message}
    </Notice>
  );
}
