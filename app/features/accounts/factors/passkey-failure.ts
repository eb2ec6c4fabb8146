import { type Failure, failureOf } from '#app/ui/failure.ts';

const stopped = {
  use: { code: 'passkey_stopped', message: 'The passkey was not used.' },
  make: { code: 'passkey_not_made', message: 'The passkey was not created.' },
} as const;

/** What the service says of digits, which a passkey has none of. */
const aboutDigits = new Set(['mfa_verification_failed', 'mfa_challenge_expired']);

/** Browsers say little, on purpose: stopped by the person, or no passkey that fits. */
export function passkeyFailure(error: unknown, purpose: keyof typeof stopped): Failure {
  const failure = failureOf(error);
  const { code } = failure;
  const isTold = code && code !== 'unexpected_failure' && !code.startsWith('ERROR_');
  return isTold && !aboutDigits.has(code) ? failure : stopped[purpose];
}
