import { type Failure, failureOf } from '#app/ui/failure.ts';

const stopped = {
  use: { code: 'passkey_stopped', message: 'The passkey was not used.' },
  add: { code: 'passkey_not_added', message: 'The passkey was not created.' },
  make: { code: 'passkey_not_made', message: 'The passkey was not created.' },
} as const;

/** What the service says of digits, which a passkey has none of, and of what a browser signs. */
const aboutSigning = new Set([
  'mfa_verification_failed',
  'mfa_challenge_expired',
  'webauthn_challenge_expired',
  'webauthn_challenge_not_found',
  'webauthn_verification_failed',
]);

/** Browsers say little, on purpose: stopped by the person, or no passkey that fits. */
export function passkeyFailure(error: unknown, purpose: keyof typeof stopped): Failure {
  const failure = failureOf(error);
  const { code } = failure;
  const isTold = code && code !== 'unexpected_failure' && !code.startsWith('ERROR_');
  return isTold && !aboutSigning.has(code) ? failure : stopped[purpose];
}
