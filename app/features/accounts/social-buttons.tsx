import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { signInPath } from '#app/session/return-path.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { toast } from '#app/ui/toast.ts';
import * as links from '#domain/links.ts';
import { type Provider, providerNames } from './providers.ts';
import { useProviders } from './use-providers.ts';

/** Ways in that the operator has set up. Where there are none, nothing is shown. */
export function SocialButtons({ returnPath }: { returnPath: string | undefined }) {
  const providers = useProviders();
  const [busy, setBusy] = useState<Provider>();
  if (providers.length === 0) return null;

  async function choose(provider: Provider) {
    setBusy(provider);
    try {
      const client = await openSupabase();
      const redirectTo = location.origin + signInPath(returnPath ?? links.home);
      const { error } = await client.auth.signInWithOAuth({ provider, options: { redirectTo } });
      if (error) throw error;
    } catch (error) {
      setBusy(undefined);
      toast({ title: 'Error', description: failureOf(error).message, kind: 'error' });
    }
  }

  return (
    <div className="social-buttons">
      <p>or</p>
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
