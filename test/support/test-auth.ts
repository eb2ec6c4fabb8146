import type { AuthDependencies, AuthSettings } from '#api/auth/context.ts';
import { createPasswords } from '#api/auth/passwords.ts';
import { siteUrl } from './site-url.ts';

/** A cost that no attacker would notice: otherwise tests of sign-in would mostly test argon2. */
export const cheapPasswords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });

export type AuthOverrides = Partial<Omit<AuthDependencies, 'settings'>> & {
  settings?: Partial<AuthSettings>;
};

/** The service with default settings, except that a test may request any number of mails. */
export async function testAuth({
  settings,
  ...others
}: AuthOverrides = {}): Promise<AuthDependencies> {
  return {
    passwords: cheapPasswords,
    providers: {},
    ...others,
    settings: {
      siteUrl,
      localUrl: siteUrl,
      siteName: 'Test Site',
      redirectUrls: [],
      isSignUpOpen: true,
      confirmation: 'optional',
      isAnonymousOpen: false,
      isPhoneOpen: false,
      isLinkingOpen: true,
      arePasskeysOpen: true,
      isSmsSent: true,
      passwordMinLength: 6,
      refusesCommonPasswords: true,
      recentSignInSeconds: 900,
      accessTokenSeconds: 3_600,
      sessionIdleSeconds: 30 * 86_400,
      sessionLongestSeconds: 180 * 86_400,
      linkSeconds: 3_600,
      limits: {
        letterTo: { count: 1_000, seconds: 60 },
        letterFromTo: { count: 1_000, seconds: 3_600 },
      },
      ...settings,
    },
  };
}
