import { expect, test } from 'vitest';
import { passkeyFailure } from './passkey-failure.ts';
import { passkeyObstacle } from './passkey-place.ts';

test('passkeys are offered on a domain name, not on an IP address', () => {
  for (const name of ['localhost', 'www.site.example', '127.example', '1st.example']) {
    expect(passkeyObstacle(name)).toBeUndefined();
  }
  for (const own of ['127.0.0.1', '[::1]']) {
    expect(passkeyObstacle(own)).toBe(
      'Passkeys need an address with a name; here, open the site as localhost.',
    );
  }
  for (const other of ['192.168.1.7', '[2001:db8::7]']) {
    expect(passkeyObstacle(other)).toBe(
      'Passkeys need an address with a name, and this one is a number.',
    );
  }
});

test('cancelling the creation of a passkey is reported as that, not as a sign-in', () => {
  for (const code of ['ERROR_CEREMONY_ABORTED', 'mfa_verification_failed', '']) {
    const error = { code, message: 'Invalid code entered' };
    expect(passkeyFailure(error, 'make').message).toBe('The passkey was not created.');
    expect(passkeyFailure(error, 'use').message).toBe('The passkey was not used.');
  }
  const lost = { name: 'AuthRetryableFetchError', message: 'Failed to fetch' };
  expect(passkeyFailure(lost, 'make').code).toBe('unreachable');
  const taken = { code: 'mfa_factor_name_conflict', message: 'The name is taken' };
  expect(passkeyFailure(taken, 'make')).toEqual(taken);
});
