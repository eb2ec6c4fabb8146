import { type Failure, failureOf } from '#app/ui/failure.ts';

const stopped = {
  use: { code: 'passkey_stopped', message: 'The passkey was not used.' },
  add: { code: 'passkey_not_added', message: 'The passkey was not created.' },
  make: { code: 'passkey_not_made', message: 'The passkey was not created.' },
} as const;

/** The service words these for codes, which a passkey does not have, or for signatures made by the browser. */
const aboutSigning = new Set([
  'mfa_verification_failed',
  'mfa_challenge_expired',
  'webauthn_challenge_expired',
  'webauthn_challenge_not_found',
  'webauthn_verification_failed',
]);

/** Browsers reveal little, on purpose: cancelled by the person, or no matching passkey. */
export function passkeyFailure(error: unknown, purpose: keyof typeof stopped): Failure {
  const failure = failureOf(error);
  const { code } = failure;
  const isTold = code && code !== 'unexpected_failure' && !code.startsWith('ERROR_');
  return isTold && !aboutSigning.has(code) ? failure : stopped[purpose];
}
