import type { JWK } from 'jose';
import type { Caller, Database } from '#database/database.ts';
import type { Client } from '../client.ts';
import type { LimitSettings, Limits } from '../limits/limits.ts';
import type { PasswordRules, Passwords } from './passwords.ts';
import type { ProviderSettings } from './providers/provider.ts';
import type { AccessTokens } from './sessions/access-token.ts';

export type AuthSettings = PasswordRules & {
  /** The site's address, when it is set; links in letters use no other. */
  siteUrl: string | undefined;
  /** Where the site is reached when no address is set: this machine. */
  localUrl: string;
  /** The brand's name, for authenticator apps and passkeys. */
  siteName: string;
  /** Further addresses to return to; `*` stands for anything but `/` and `.`, `**` for anything. */
  redirectUrls: readonly string[];
  isSignUpOpen: boolean;
  /** What an unconfirmed e-mail address means: nothing, nothing to confirm, or no sign-in. */
  confirmation: 'optional' | 'automatic' | 'required';
  isAnonymousOpen: boolean;
  isPhoneOpen: boolean;
  /** Whether people may add and remove identities of their account themselves. */
  isLinkingOpen: boolean;
  /** Whether a passkey alone signs in. As a second factor it is always one. */
  arePasskeysOpen: boolean;
  /** Whether an SMS reaches anybody; if not, no code goes that way, as a second factor neither. */
  isSmsSent: boolean;
  /**
   * How old a sign-in may be for a new password, address, factor or identity. After that the current
   * password or a code from the mailbox is asked for.
   */
  recentSignInSeconds: number;
  accessTokenSeconds: number;
  /** How long a session lives without being used, and altogether; 0 is without end. */
  sessionIdleSeconds: number;
  sessionLongestSeconds: number;
  linkSeconds: number;
  limits: LimitSettings;
};

/** Asks hCaptcha or Turnstile whether a person solved the riddle. */
export type Captcha = (token: string, clientAddress: string) => Promise<boolean>;

export type AuthDependencies = {
  settings: AuthSettings;
  passwords: Passwords;
  captcha?: Captcha;
  providers: Record<string, ProviderSettings>;
};

/** All that endpoints work with, made once. */
export type Auth = AuthDependencies & {
  database: Database;
  jwtKeys: readonly JWK[];
  tokens: AccessTokens;
  limits: Limits;
  /** A key for hashes of short codes; it is not in the database. */
  pepper: string;
};

/** One request, with what every endpoint asks of it. */
export type Exchange = {
  request: Request;
  url: URL;
  caller: Caller;
  client: Client;
  siteUrl: string;
  params: Record<string, string>;
};

export type Endpoint = (auth: Auth, exchange: Exchange) => Promise<Response>;
