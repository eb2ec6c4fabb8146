import { createHmac, randomBytes } from 'node:crypto';
import type { RequestNotes } from '#database/request-notes.ts';

/** What those who look after the site should be able to count, and to ask about. */
export type SecurityEvent =
  | 'refused'
  | 'limit'
  | 'sign-in failed'
  | 'factor failed'
  | 'account'
  | 'staff act';

/** These went as they should. */
const expected: readonly SecurityEvent[] = ['account', 'staff act'];
export const levelOf = (event: SecurityEvent) => (expected.includes(event) ? 30 : 40);

const ofFactors =
  /^(mfa_(verification_failed|challenge_expired|recovery_codes_locked)|reauthentication_not_valid|webauthn_.*|factor_needed_again)$/;
const ofSignIn =
  /^(invalid_credentials|otp_expired|refresh_token_already_used|bad_oauth_.*|captcha_failed)$/;
const ofLimits = /^(payload_too_large|body_too_slow|too_many_.*|over_.*)$/;
/** Each hour of everybody who is signed in, and the step before an answer: no news. */
const usual = new Set(['token_refreshed', 'challenge_created', 'verification_attempted']);

/** What a request means for the security of the site, if anything. */
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
 * A name for a client that tells for a day whether it is always the same one, in this process, and tells nobody who it
 * is: the key is in memory alone.
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
