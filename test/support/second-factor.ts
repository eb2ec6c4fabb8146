import { Secret, TOTP } from 'otpauth';
import type { openBrowser } from './people.ts';

type Browser = ReturnType<typeof openBrowser>;

/** The session's assurance level, and the one that it should have. */
export async function levels(browser: Browser) {
  const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}

export function codeOf(secret: string, timestamp = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Adds an authenticator app to the person's account. */
export async function addApp(browser: Browser) {
  const { data, error } = await browser.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const secret = data.totp.secret;
  const verified = await browser.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: codeOf(secret),
  });
  if (verified.error) throw verified.error;
  return { secret, factorId: data.id };
}
