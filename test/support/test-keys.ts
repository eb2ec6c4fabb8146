import { makeSigningKey } from '#server/settings/keys.ts';

/** Keys of this test process alone. */
export const testKeys = {
  publishableKey: 'sb_publishable_for_tests_only',
  secretKey: 'sb_secret_for_tests_only_0123456789',
  jwtKeys: [await makeSigningKey()],
  credentialKeys: [await makeSigningKey()],
};
