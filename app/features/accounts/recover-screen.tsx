import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Form } from '#app/ui/form.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { NeedsScript } from '#app/ui/waiting.tsx';
import { codeSchema, emailSchema } from '#domain/account/account.ts';
import { lifeInWords } from '#domain/account/link-life.ts';
import * as links from '#domain/site/links.ts';
import { AccountFailure } from './account-failure.tsx';
import { AccountPage } from './account-page.tsx';
import { EmailField } from './email-field.tsx';
import { CodeField } from './factors/code-field.tsx';
import { useAccountRules } from './use-account-rules.ts';

/** Requests a link for a new password. The answer is the same whether or not there is an account with that address. */
export function RecoverScreen() {
  const { state } = useLocation();
  const [address, setAddress] = useState<string>();
  if (address) return <CheckYourMail email={address} onOther={() => setAddress(undefined)} />;
  return (
    <AccountPage
      title="Choose a new password"
      intro="Enter the email address of your account. We will send you a link to choose a new password."
    >
      <NeedsScript className="mb-6" />
      <AskForLink email={emailFrom(state)} onAsked={setAddress} />
      <p className="account-small">
        <Link className="link" to={links.signIn}>
          Back to signing in
        </Link>
      </p>
    </AccountPage>
  );
}

/** The form with the single button, wherever a new link may be needed. */
export function AskForLink({
  email,
  label = 'Send the link',
  onAsked,
}: {
  email?: string;
  label?: string;
  onAsked(email: string): void;
}) {
  const form = useForm(emailSchema, async (values) => {
    const client = await openSupabase();
    const { error } = await client.auth.resetPasswordForEmail(values.email, {
      redirectTo: `${location.origin}${links.newPassword}`,
    });
    if (error) return failureOf(error);
    onAsked(values.email);
  });
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <EmailField email={email} error={form.errors.email} />
      <Button type="submit" size="large" disabled={!form.isReady} isBusy={form.isBusy}>
        {form.isBusy ? 'Sending…' : label}
      </Button>
    </Form>
  );
}

/** The link is the usual way; the code helps if the email is on another device. */
export function CheckYourMail({ email, onOther }: { email: string; onOther(): void }) {
  const { linkSeconds } = useAccountRules();
  const navigate = useNavigate();
  const form = useForm(codeSchema, async ({ code }) => {
    const client = await openSupabase();
    const { error } = await client.auth.verifyOtp({ email, token: code, type: 'recovery' });
    if (error) return failureOf(error);
    navigate(links.newPassword, { replace: true });
  });
  return (
    <AccountPage
      title="Check your email"
      intro={
        <>
          If <b>{email}</b> has an account here, an email is on its way. It arrives within a minute
          or two.
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          Open the link in it <b>in this browser</b>. It works once, for {lifeInWords(linkSeconds)}.
        </p>
        <p>Do you read your email on another device? Then enter the six digits from it.</p>
      </div>
      <Form className="account-form" {...form.props}>
        <AccountFailure failure={form.failure} />
        <CodeField
          label="Code from the email"
          hint="It works for ten minutes"
          error={form.errors.code}
        />
        <Button type="submit" size="large" isBusy={form.isBusy}>
          {form.isBusy ? 'Checking…' : 'Continue'}
        </Button>
      </Form>
      <p className="account-small">
        Nothing there? Look in your spam folder, or{' '}
        <button type="button" className="link" onClick={onOther}>
          ask again
        </button>{' '}
        after a minute.
      </p>
    </AccountPage>
  );
}

function emailFrom(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'email' in state
    ? String(state.email)
    : undefined;
}
