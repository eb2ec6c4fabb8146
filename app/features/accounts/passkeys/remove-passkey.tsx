import type { PasskeyListItem, User } from '@supabase/supabase-js';
import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { toast, toastError } from '#app/ui/toast.ts';
import { useProof } from '../proof/proof.tsx';
import { isProvider, providerNames } from '../providers.ts';
import { nameOfPasskey } from './name-of-passkey.ts';

type RemovePasskeyProps = {
  passkey: PasskeyListItem;
  isLast: boolean;
  user: User;
  onClose(): void;
  onDone(): void;
};

export function RemovePasskey({ passkey, isLast, user, onClose, onDone }: RemovePasskeyProps) {
  const [isBusy, setBusy] = useState(false);
  const withProof = useProof();

  async function remove() {
    setBusy(true);
    try {
      const client = await openSupabase();
      const params = { passkeyId: passkey.id };
      const { error } = await withProof(() => client.auth.passkey.delete(params));
      if (error) throw error;
      toast({ title: 'Passkey removed' });
      onDone();
    } catch (error) {
      toastError(failureOf(error).message);
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title={`Remove ${nameOfPasskey(passkey)}?`}
      description={`It no longer opens your account.${isLast ? ` ${waysLeft(user)}` : ''}`}
      confirmLabel="Remove"
      isDestructive
      isBusy={isBusy}
      open
      onOpenChange={onClose}
      onConfirm={remove}
    />
  );
}

/** How to sign in without it: nobody should remove the last convenient way without having read what is left. */
function waysLeft({ identities = [], email, phone }: User): string {
  const services = identities.flatMap(({ provider }) =>
    isProvider(provider) ? providerNames[provider] : [],
  );
  const ways = [
    ...(identities.some(({ provider }) => provider === 'email') ? ['your password'] : []),
    ...services,
    ...(email ? [`a link that we send to ${email}`] : []),
    ...(phone ? [`a code that we send to +${phone}`] : []),
  ];
  return `It is your last passkey. What is left to sign in with: ${ways.join(', or ')}.`;
}
