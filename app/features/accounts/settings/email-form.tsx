import type { User } from '@supabase/supabase-js';
import { openSupabase } from '#app/data/supabase.ts';
import { failureOf } from '#app/ui/failure.ts';
import { Form } from '#app/ui/form.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { emailSchema } from '#domain/account/account.ts';
import * as links from '#domain/site/links.ts';
import { AccountFailure } from '../account-failure.tsx';
import { EmailField } from '../email-field.tsx';
import { useProof } from '../proof/proof.tsx';
import { FormActions } from './form-actions.tsx';

/** Both mailboxes have to confirm; until then nothing changes. An unconfirmed address changes at once. */
export default function EmailForm({ user, onClose }: { user: User; onClose(): void }) {
  const withProof = useProof();
  const form = useForm(emailSchema, async ({ email }) => {
    // The service would accept it, and send no email.
    if (email.toLowerCase() === user.email) return alreadyTheirs;
    const client = await openSupabase();
    const emailRedirectTo = `${location.origin}${links.confirmEmail}?for=email`;
    const { data, error } = await withProof(() =>
      client.auth.updateUser({ email }, { emailRedirectTo }),
    );
    if (error) return failureOf(error);
    if (data.user?.new_email) {
      toast({ title: 'Check your email', description: `We wrote to ${email}.` });
    } else toast({ title: 'Email address changed', description: `It is ${email} from now on.` });
    onClose();
  });
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <EmailField
        label="New email"
        hint="We write to the new address. If the old one is confirmed we write there too, and both have to approve; if you no longer get mail there, write to us. Jobs that you posted keep the contact address that they show."
        error={form.errors.email}
      />
      <FormActions
        label="Send the links"
        busyLabel="Sending…"
        isBusy={form.isBusy}
        onCancel={onClose}
      />
    </Form>
  );
}

const alreadyTheirs = {
  code: 'same_email',
  message: 'This is already the address of your account.',
} as const;
