import type { Factor } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { waysOf } from './ways.ts';

const factor = (factor_type: string, status: string, friendly_name?: string) =>
  ({ id: `${factor_type}-${friendly_name}`, factor_type, status, friendly_name }) as Factor;

test('the quickest way comes first and recovery codes last', () => {
  const ways = waysOf([
    factor('recovery_code', 'verified', 'Recovery codes'),
    factor('phone', 'verified'),
    factor('totp', 'verified', 'Phone app'),
    factor('webauthn', 'verified', 'Laptop'),
  ]);
  expect(ways.map(({ label }) => label)).toEqual([
    'Passkey (Laptop)',
    'Authenticator app (Phone app)',
    'Text message',
    'Recovery code',
  ]);
});

test('an unfinished factor is not offered', () => {
  expect(waysOf([factor('totp', 'unverified')])).toEqual([]);
  expect(waysOf(undefined)).toEqual([]);
});
