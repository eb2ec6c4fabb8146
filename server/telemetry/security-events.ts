import { createHmac, randomBytes } from 'node:crypto';
import type { RequestNotes } from '#database/request-notes.ts';

/** What operators should be able to count and look up. */
export type SecurityEvent =
  | 'refused'
  | 'limit'
  | 'sign-in failed'
  | 'factor failed'
  | 'account'
  | 'staff act';

/** These are normal. */
const expected: readonly SecurityEvent[] = ['account', 'staff act'];
export const levelOf = (event: SecurityEvent) => (expected.includes(event) ? 30 : 40);

const ofFactors =
  /^(mfa_(verification_failed|challenge_expired|recovery_codes_locked)|reauthentication_not_valid|webauthn_.*|factor_needed_again)$/;
const ofSignIn =
  /^(invalid_credentials|otp_expired|refresh_token_already_used|bad_oauth_.*|captcha_failed)$/;
const ofLimits = /^(payload_too_large|body_too_slow|too_many_.*|over_.*)$/;
/** Happens hourly for everybody who is signed in, or before an outcome is known: no news. */
const usual = new Set(['token_refreshed', 'challenge_created', 'verification_attempted']);

/** What a request means for the site's security, if anything. */
export function eventOf(notes: RequestNotes, status: number): SecurityEvent | undefined {
  const { code = '', act, action, limit, isHidden } = notes;
  if (limit !== undefined || status === 429 || ofLimits.test(code)) return 'limit';
  if (status < 400) {
    if (act) return 'staff act';
    return action && !usual.has(action) ? 'account' : undefined;
  }
  if (ofFactors.test(code)) return 'factor failed';
  if (ofSignIn.test(code)) return 'sign-in failed';
  return status === 401 || status === 403 || (status === 404 && isHidden) ? 'refused' : undefined;
}

const day = 86_400_000;

/**
 * A pseudonym for a client. For one day and within one process it shows that two requests came from
 * the same client, but tells nobody who that is: the key exists only in memory.
 */
export function createClientMarks(): (client: string) => string {
  let key = randomBytes(32);
  let until = performance.now() + day;
  return (client) => {
    if (performance.now() > until) {
      key = randomBytes(32);
      until = performance.now() + day;
    }
    return createHmac('sha256', key).update(client).digest('hex').slice(0, 8);
  };
}
