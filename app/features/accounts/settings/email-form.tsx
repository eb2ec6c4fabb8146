import { openSupabase } from '#app/data/supabase.ts';
import { failureOf } from '#app/ui/failure.ts';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { emailSchema } from '#domain/account.ts';
import * as links from '#domain/links.ts';
import { EmailField } from '../email-field.tsx';
import { FormFailure } from '../form-failure.tsx';
import { useProof } from '../proof/proof.tsx';
import { FormActions } from './form-actions.tsx';

/** Both mailboxes have to agree; until then nothing changes. */
export default function EmailForm({ onClose }: { onClose(): void }) {
  const withProof = useProof();
  const form = useForm(emailSchema, async ({ email }) => {
    const client = await openSupabase();
    const emailRedirectTo = `${location.origin}${links.confirmEmail}?for=email`;
    const { error } = await withProof(() => client.auth.updateUser({ email }, { emailRedirectTo }));
    if (error) return failureOf(error);
    toast({ title: 'Check your mail', description: `We wrote to ${email}.` });
    onClose();
  });
  return (
    <form className="account-form" {...form.props}>
      <FormFailure failure={form.failure} />
      <EmailField
        label="New email"
        hint="We write to the new address, and to the old one if it is confirmed. Both have to agree."
        error={form.errors.email}
      />
      <FormActions
        label="Send the links"
        busyLabel="Sending…"
        isBusy={form.isBusy}
        onCancel={onClose}
      />
    </form>
  );
}
