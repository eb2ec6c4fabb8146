import type { JWK } from 'jose';
import type { Caller, Database } from '#database/database.ts';
import type { Client } from '../client.ts';
import type { LimitSettings, Limits } from '../limits/limits.ts';
import type { PasswordRules, Passwords } from './passwords.ts';
import type { ProviderSettings } from './providers/provider.ts';
import type { AccessTokens } from './sessions/access-token.ts';

export type AuthSettings = PasswordRules & {
  /** The site's configured address; links in letters use no other. */
  siteUrl: string | undefined;
  /** Where the site is reached if no address is configured: this machine. */
  localUrl: string;
  /** The brand's name, for authenticator apps and passkeys. */
  siteName: string;
  /** Further addresses allowed for redirects; `*` matches anything except `/` and `.`, and `**` matches anything. */
  redirectUrls: readonly string[];
  isSignUpOpen: boolean;
  /** What an unconfirmed email address means: no restriction, confirmed automatically, or no sign-in. */
  confirmation: 'optional' | 'automatic' | 'required';
  isAnonymousOpen: boolean;
  isPhoneOpen: boolean;
  /** Whether people may add and remove identities of their account themselves. */
  isLinkingOpen: boolean;
  /** Whether a passkey alone is enough to sign in. As a second factor it is always allowed. */
  arePasskeysOpen: boolean;
  /** Whether SMS can be sent; if not, no code goes that way, not even as a second factor. */
  isSmsSent: boolean;
  /**
   * How recent a sign-in must be to change a password, address, factor or identity. After that, the current password
   * or a code from the mailbox is required.
   */
  recentSignInSeconds: number;
  accessTokenSeconds: number;
  /** How long a session lives unused, and in total; 0 means no limit. */
  sessionIdleSeconds: number;
  sessionLongestSeconds: number;
  linkSeconds: number;
  limits: LimitSettings;
};

/** Asks hCaptcha or Turnstile whether the challenge was solved. */
export type Captcha = (token: string, clientAddress: string) => Promise<boolean>;

export type AuthDependencies = {
  settings: AuthSettings;
  passwords: Passwords;
  captcha?: Captcha;
  providers: Record<string, ProviderSettings>;
};

/** Everything that endpoints depend on, created once. */
export type Auth = AuthDependencies & {
  database: Database;
  jwtKeys: readonly JWK[];
  tokens: AccessTokens;
  limits: Limits;
  /** Key for hashing short codes; it is not in the database. */
  pepper: string;
};

/** One request, with what every endpoint needs from it. */
export type Exchange = {
  request: Request;
  url: URL;
  caller: Caller;
  client: Client;
  siteUrl: string;
  params: Record<string, string>;
};

export type Endpoint = (auth: Auth, exchange: Exchange) => Promise<Response>;
