import type { DataService } from '#app/session/data-service.ts';

export const providerNames = {
  google: 'Google',
  linkedin_oidc: 'LinkedIn',
  azure: 'Microsoft',
  github: 'GitHub',
} as const;
export type Provider = keyof typeof providerNames;

export function isProvider(name: string): name is Provider {
  return name in providerNames;
}

export async function configuredProviders({
  supabaseUrl,
  supabaseKey,
}: DataService): Promise<Provider[]> {
  const response = await fetch(`${supabaseUrl}/auth/v1/settings`, {
    headers: { apikey: supabaseKey },
  });
  if (!response.ok) return [];
  const { external }: { external: Record<string, boolean> } = await response.json();
  return Object.keys(providerNames)
    .filter(isProvider)
    .filter((name) => external[name]);
}
