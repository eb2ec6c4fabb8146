import { useRef } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { Link } from '#app/ui/link.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { flashToast, toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { signUpSchema } from '#domain/account/account.ts';
import * as links from '#domain/site/links.ts';
import { AccountFailure } from './account-failure.tsx';
import { EmailField } from './email-field.tsx';
import { hasMadeAccount } from './has-made-account.ts';
import { NewPasswordField } from './password-field.tsx';
import { useAccountRules } from './use-account-rules.ts';

const created = {
  title: 'Success!',
  description: 'Account created successfully. You can now log in.',
};

/** Used when it must not be revealed whether the address was taken; true either way. */
const unknown = {
  title: 'Check your email',
  description:
    'We sent you an email. If the address is new here, you can now sign in; if it already had an account, the email says how to get in.',
};

/** Used when signing in requires confirmation. */
const toConfirm = {
  title: 'Almost done',
  description:
    'We sent you an email. If the address is new here, confirm your email address first; then you can sign in.',
};

const closedMeanwhile = 'New accounts cannot be opened now. Reload the page to see why.';

type SignUpFormProps = {
  email: string;
  /** The token of the link by which somebody was invited. */
  invitation: string | undefined;
  onEmail(email: string): void;
  onBegin(): void;
  onEnd(): void;
  onSignedUp(email: string): void;
  /** If addresses need no confirmation, a new account is signed in at once. */
  onSignedIn(): void;
};

export function SignUpForm({
  email,
  invitation,
  onEmail,
  onBegin,
  onEnd,
  onSignedUp,
  onSignedIn,
}: SignUpFormProps) {
  const name = useRef<HTMLInputElement>(null);
  const rules = useAccountRules();
  const form = useForm(signUpSchema(rules), async (values) => {
    onBegin();
    const client = await openSupabase();
    const { data, error } = await client.auth.signUp({
      email: values.email,
      password: values.password,
      options: {
        emailRedirectTo: `${location.origin}/`,
        data: { full_name: values.fullName, ...(invitation && { invitation }) },
      },
    });
    if (error) {
      onEnd();
      const failure = failureOf(error);
      // Sign-up was closed while the page was open.
      return failure.code === 'signup_disabled'
        ? { ...failure, message: closedMeanwhile }
        : failure;
    }
    if (data.session) {
      flashToast(created);
      onSignedIn();
      return;
    }
    onEnd();
    if (rules.needsConfirmation) toast(toConfirm);
    else toast((await hasMadeAccount(data.user?.id, values)) ? created : unknown);
    onSignedUp(values.email);
  });

  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <Field label="Full Name" error={form.errors.fullName}>
        <TextInput ref={name} name="fullName" autoComplete="name" maxLength={100} required />
      </Field>
      <EmailField email={email} onEmail={onEmail} error={form.errors.email} />
      <NewPasswordField
        error={form.errors.password}
        about={() => [name.current?.value ?? '', email]}
      />
      <Button type="submit" size="large" disabled={!form.isReady} isBusy={form.isBusy}>
        {form.isBusy ? 'Creating account...' : 'Sign Up'}
      </Button>
      <p className="account-small">
        By signing up you agree to the <Link href={links.terms}>terms</Link>. The{' '}
        <Link href={links.privacy}>privacy policy</Link> says what we keep and why.
      </p>
    </Form>
  );
}
