import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { openSupabase } from '#app/data/supabase.ts';
import type { loader } from '#app/root.tsx';
import { signInPath } from '#app/session/return-path.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { toastError } from '#app/ui/toast.ts';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import * as links from '#domain/site/links.ts';
import { hasPasskeys, passkeyObstacle } from './factors/passkey-place.ts';
import { PasskeyButton, type PasskeyButtonProps } from './passkeys/passkey-button.tsx';
import { type Provider, providerNames } from './providers.ts';
import { useAccountRules } from './use-account-rules.ts';
import { useProviders } from './use-providers.ts';

type OtherWaysInProps = PasskeyButtonProps & {
  returnPath: string | undefined;
  /** A new account cannot have a passkey yet. */
  isNew: boolean;
};

/**
 * Ways to sign in next to the form: those that the operator has set up and this browser supports. Nothing if there are
 * none.
 */
export function OtherWaysIn({ returnPath, isNew, ...steps }: OtherWaysInProps) {
  const providers = useProviders();
  const rules = useAccountRules();
  const mayHavePasskeys = usePasskeysHere();
  const offersPasskey = rules.hasPasskeys && !isNew && mayHavePasskeys;
  const [busy, setBusy] = useState<Provider>();
  if (providers.length === 0 && !offersPasskey) return null;

  async function choose(provider: Provider) {
    setBusy(provider);
    try {
      const client = await openSupabase();
      const redirectTo = location.origin + signInPath(returnPath ?? links.home);
      const { error } = await client.auth.signInWithOAuth({ provider, options: { redirectTo } });
      if (error) throw error;
    } catch (error) {
      setBusy(undefined);
      toastError(failureOf(error).message);
    }
  }

  return (
    <div className="other-ways-in">
      <p>or</p>
      {offersPasskey && <PasskeyButton {...steps} />}
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          size="large"
          isBusy={busy === provider}
          onClick={() => choose(provider)}
        >
          Continue with {providerNames[provider]}
        </Button>
      ))}
    </div>
  );
}

/**
 * Nearly all browsers support them on a domain name, so assume so until hydration: appearing later, the button would
 * push down what is below it.
 */
function usePasskeysHere(): boolean {
  const origin = useRouteLoaderData<typeof loader>('root')?.origin;
  const isHydrated = useHydrated();
  if (isHydrated || !origin) return isHydrated && hasPasskeys();
  return !passkeyObstacle(new URL(origin).hostname);
}
