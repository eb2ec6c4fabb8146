import type { User, UserIdentity } from '@supabase/supabase-js';
import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { toast, toastError } from '#app/ui/toast.ts';
import * as links from '#domain/site/links.ts';
import { useProof } from '../proof/proof.tsx';
import { isProvider, type Provider, providerNames } from '../providers.ts';
import { Setting } from './setting.tsx';

type IdentitiesSettingProps = {
  user: User;
  configured: readonly Provider[];
  /** If the operator has disabled this, linked services are only listed. */
  mayLink: boolean;
  onChanged(): void;
};

/** Other services that the person signs in with. */
export default function IdentitiesSetting({
  user,
  configured,
  mayLink,
  onChanged,
}: IdentitiesSettingProps) {
  const [busy, setBusy] = useState<string>();
  const withProof = useProof();
  const identities = user.identities ?? [];
  const linked = identities.filter(({ provider }) => provider !== 'email');
  const linkable = configured.filter(
    (name) => mayLink && !identities.some(({ provider }) => provider === name),
  );

  async function attempt(key: string, work: () => Promise<{ error: Error | null }>) {
    setBusy(key);
    try {
      const { error } = await work();
      if (error) throw error;
      return true;
    } catch (error) {
      toastError(failureOf(error).message);
      return false;
    } finally {
      setBusy(undefined);
    }
  }

  const link = (provider: Provider) =>
    attempt(provider, async () => {
      const client = await openSupabase();
      const options = { redirectTo: `${location.origin}${links.account}` };
      return withProof(() => client.auth.linkIdentity({ provider, options }));
    });

  async function unlink(identity: UserIdentity) {
    const isDone = await attempt(identity.provider, async () => {
      const client = await openSupabase();
      const answer = await withProof(() => client.auth.unlinkIdentity(identity));
      const { data } = await client.auth.refreshSession();
      // If another device has unlinked it, the result is the same.
      const isGone = data.user?.identities?.every(({ id }) => id !== identity.id);
      return isGone ? { error: null } : answer;
    });
    if (!isDone) return;
    toast({ title: `${nameOf(identity.provider)} unlinked` });
    onChanged();
  }

  return (
    <Setting title="Linked sign-ins" intro="Other services that may open your account.">
      <ul className="setting-list">
        {linked.map((identity) => (
          <li key={identity.identity_id}>
            <div>
              <p>
                <b>{nameOf(identity.provider)}</b>
              </p>
              <p className="account-small">{String(identity.identity_data?.email ?? '')}</p>
            </div>
            {mayLink && identities.length > 1 && (
              <Button
                variant="quiet"
                size="small"
                isBusy={busy === identity.provider}
                onClick={() => unlink(identity)}
              >
                Unlink<span className="sr-only"> {nameOf(identity.provider)}</span>
              </Button>
            )}
          </li>
        ))}
        {linkable.map((provider) => (
          <li key={provider}>
            <p>{providerNames[provider]}</p>
            <Button
              variant="quiet"
              size="small"
              isBusy={busy === provider}
              onClick={() => link(provider)}
            >
              Link<span className="sr-only"> {providerNames[provider]}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Setting>
  );
}

function nameOf(provider: string): string {
  return isProvider(provider) ? providerNames[provider] : provider;
}
