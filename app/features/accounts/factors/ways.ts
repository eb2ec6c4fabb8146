import type { Factor } from '@supabase/supabase-js';

/** A way to take the second step: one of the person's factors, or a recovery code. */
export type Way = { id: string; label: string; kind: 'totp' | 'phone' | 'webauthn' | 'recovery' };

/** Quickest first. Recovery codes stand in for all others, so they come last. */
export function waysOf(factors: readonly Factor[] | undefined): Way[] {
  const verified = (factors ?? []).filter(({ status }) => status === 'verified');
  const ways = (['webauthn', 'totp', 'phone'] as const).flatMap((kind) =>
    verified
      .filter(({ factor_type }) => factor_type === kind)
      .map(({ id, friendly_name }): Way => ({ id, kind, label: labelFor(kind, friendly_name) })),
  );
  const codes = verified.find(({ factor_type }) => factor_type === 'recovery_code');
  return codes ? [...ways, { id: codes.id, kind: 'recovery', label: 'Recovery code' }] : ways;
}

export const kindNames = {
  webauthn: 'Passkey',
  totp: 'Authenticator app',
  phone: 'Text message',
} as const;

function labelFor(kind: keyof typeof kindNames, name: string | undefined): string {
  return name ? `${kindNames[kind]} (${name})` : kindNames[kind];
}
