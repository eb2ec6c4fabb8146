import { z } from 'zod';
import type { AuthSettings } from '#api/auth/context.ts';
import { oidcIssuers } from '#api/auth/providers/issuers.ts';
import type { OidcSettings, ProviderSettings } from '#api/auth/providers/provider.ts';
import { rates, waits, wideRates } from '#api/limits/limits.ts';
import { StartError } from '#database/start-error.ts';
import { site } from '#domain/site/brand.ts';
import { readSender } from '../outside/sender.ts';

const on = z.enum(['true', 'false']).transform((value) => value === 'true');

const rate = (usual: { count: number; seconds: number }) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,8}$/, 'must be a count and seconds, such as 30/3600')
    .transform((text) => {
      const [count = 0, seconds = 0] = text.split('/').map(Number);
      return { count, seconds };
    })
    .default(usual);

const tries = (usual: { free: number; longest: number }) =>
  rate({ count: usual.free, seconds: usual.longest }).transform(({ count, seconds }) => ({
    free: count,
    longest: seconds,
  }));

const days = (usual: number) => z.coerce.number().int().min(0).max(3_650).default(usual);

/**
 * A web address, or one with an app's own scheme. A ** in a host must be followed by a domain of
 * two parts: with fewer, anybody's host would match.
 */
function isRedirect(pattern: string): boolean {
  const [, scheme = '', host = ''] = pattern.match(/^([a-z][a-z\d+.-]*):\/\/([^/#\s]*)\S*$/i) ?? [];
  if (/^https?$/i.test(scheme)) {
    return host.includes('**') ? /\*\*[^*?]*(\.[^*?.]+){2}$/.test(host) : /[^*.]/.test(host);
  }
  return scheme !== '' && !/^(javascript|data|vbscript|blob|file|about)$/i.test(scheme);
}

/** An unencoded slash in the password would end the host here, so a path is refused. */
function isMailServer(text: string): boolean {
  const url = URL.parse(text);
  if (!url?.hostname || !['', '/'].includes(url.pathname) || url.hash) return false;
  try {
    return [url.username, url.password].every((word) => decodeURIComponent(word) !== undefined);
  } catch {
    return false;
  }
}

/** The settings of accounts, mail and SMS. `.env.example` explains each in a line. */
export const authSettings = {
  AUTH_SIGNUP: z.enum(['open', 'closed']).default('open'),
  AUTH_AUTOCONFIRM: on.default(false),
  AUTH_REQUIRE_CONFIRMATION: on.default(false),
  AUTH_ANONYMOUS: on.default(false),
  AUTH_PHONE: on.default(false),
  AUTH_MANUAL_LINKING: on.default(true),
  AUTH_PASSKEYS: on.default(true),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(128).default(6),
  AUTH_COMMON_PASSWORDS: z.enum(['refused', 'taken']).default('refused'),
  AUTH_SESSION_IDLE_DAYS: days(30),
  AUTH_SESSION_DAYS: days(180),
  AUTH_RECENT_SIGN_IN_SECONDS: z.coerce.number().int().min(60).max(86_400).default(900),
  AUTH_REDIRECT_URLS: z
    .string()
    .transform((text) => text.split(',').flatMap((url) => url.trim() || []))
    .refine(
      (urls) => urls.every(isRedirect),
      'must be whole addresses, such as https://preview-*.example.com/**; in a host, ** must be followed by a name such as example.com',
    )
    .default([]),
  AUTH_LINK_SECONDS: z.coerce.number().int().min(60).max(604_800).default(3_600),
  AUTH_LIMIT_LETTERS_PER_ADDRESS: rate(rates.letterTo),
  AUTH_LIMIT_LETTERS_PER_CLIENT: rate(rates.letterFrom),
  AUTH_LIMIT_TOKENS: rate(rates.token),
  AUTH_LIMIT_REFRESHES: rate(rates.refresh),
  AUTH_LIMIT_VERIFICATIONS: rate(rates.verification),
  AUTH_LIMIT_PASSWORDS_PER_ADDRESS: tries(waits.passwordOfAddress),
  AUTH_LIMIT_PASSWORDS_PER_CLIENT: tries(waits.passwordOfClient),
  AUTH_LIMIT_FACTOR_CODES: tries(waits.factorOfPerson),
  /** For everything without a limit of its own, such as messages. */
  OTHER_LIMITS: z.enum(['usual', 'wide']).default('usual'),
  AUTH_CAPTCHA_PROVIDER: z.enum(['hcaptcha', 'turnstile']).optional(),
  AUTH_CAPTCHA_SECRET: z.string().optional(),
  AUTH_GOOGLE_CLIENT_ID: z.string().optional(),
  AUTH_GOOGLE_CLIENT_SECRET: z.string().optional(),
  AUTH_LINKEDIN_CLIENT_ID: z.string().optional(),
  AUTH_LINKEDIN_CLIENT_SECRET: z.string().optional(),
  AUTH_MICROSOFT_CLIENT_ID: z.string().optional(),
  AUTH_MICROSOFT_CLIENT_SECRET: z.string().optional(),
  AUTH_MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a tenant’s id or domain, common, organizations or consumers')
    .default('common'),
  AUTH_GITHUB_CLIENT_ID: z.string().optional(),
  AUTH_GITHUB_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine(
      isMailServer,
      'must name a server, as in smtps://user:password@mail.example.com, with %-codes for characters such as / # % in the user or the password',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => readSender(text) !== undefined,
      'must be an address, or a name and an address as in Your Company <hello@example.com>',
    )
    .optional(),
  POSTAL_ADDRESS: z
    .string()
    .min(15, 'must be the whole address: street or box, town, state and code')
    .max(200)
    .optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  QUEUE_CONCURRENCY: z.coerce.number().int().min(1).max(50).default(4),
};

type Values = z.infer<z.ZodObject<typeof authSettings>>;

type Address = { siteUrl: string; isLocal: boolean };

/** Settings that mean nothing without the others, or would silently be off. */
const together: (keyof Values)[][] = [
  ['AUTH_CAPTCHA_PROVIDER', 'AUTH_CAPTCHA_SECRET'],
  ['AUTH_GOOGLE_CLIENT_ID', 'AUTH_GOOGLE_CLIENT_SECRET'],
  ['AUTH_LINKEDIN_CLIENT_ID', 'AUTH_LINKEDIN_CLIENT_SECRET'],
  ['AUTH_MICROSOFT_CLIENT_ID', 'AUTH_MICROSOFT_CLIENT_SECRET'],
  ['AUTH_GITHUB_CLIENT_ID', 'AUTH_GITHUB_CLIENT_SECRET'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
];

function requireWhole(values: Values) {
  for (const names of together) {
    const missing = names.filter((name) => values[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) continue;
    throw new StartError(
      `${names.join(', ').replace(/, (?=\w+$)/, ' and ')} belong together: set ${missing.join(' and ')} as well, or none of them.`,
    );
  }
  if (values.AUTH_AUTOCONFIRM && values.AUTH_REQUIRE_CONFIRMATION) {
    throw new StartError(
      'AUTH_AUTOCONFIRM lets people in without a confirmed address, and AUTH_REQUIRE_CONFIRMATION does not: leave one of them out.',
    );
  }
}

export function readAuthConfig(values: Values, address: Address, givenSiteUrl: string | undefined) {
  requireWhole(values);
  return {
    auth: toAuthSettings(values, address, givenSiteUrl),
    providers: toProviders(values),
    captcha:
      values.AUTH_CAPTCHA_PROVIDER && values.AUTH_CAPTCHA_SECRET
        ? { provider: values.AUTH_CAPTCHA_PROVIDER, secret: values.AUTH_CAPTCHA_SECRET }
        : undefined,
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM,
      postalAddress: values.POSTAL_ADDRESS,
    },
    twilio:
      values.TWILIO_ACCOUNT_SID && values.TWILIO_AUTH_TOKEN && values.TWILIO_FROM
        ? {
            accountSid: values.TWILIO_ACCOUNT_SID,
            authToken: values.TWILIO_AUTH_TOKEN,
            from: values.TWILIO_FROM,
          }
        : undefined,
    queueConcurrency: values.QUEUE_CONCURRENCY,
  };
}

function toAuthSettings(
  values: Values,
  { siteUrl: localUrl, isLocal }: Address,
  siteUrl: string | undefined,
): AuthSettings {
  return {
    siteUrl,
    localUrl,
    // The name that owners gave it now: read at each use.
    get siteName() {
      return site.name;
    },
    redirectUrls: values.AUTH_REDIRECT_URLS,
    isSignUpOpen: values.AUTH_SIGNUP === 'open',
    confirmation: values.AUTH_AUTOCONFIRM
      ? 'automatic'
      : values.AUTH_REQUIRE_CONFIRMATION
        ? 'required'
        : 'optional',
    isAnonymousOpen: values.AUTH_ANONYMOUS,
    isPhoneOpen: values.AUTH_PHONE,
    isLinkingOpen: values.AUTH_MANUAL_LINKING,
    arePasskeysOpen: values.AUTH_PASSKEYS,
    // On a public site nobody may read an SMS in the local outbox.
    isSmsSent: Boolean(values.TWILIO_ACCOUNT_SID) || isLocal,
    passwordMinLength: values.AUTH_PASSWORD_MIN_LENGTH,
    refusesCommonPasswords: values.AUTH_COMMON_PASSWORDS === 'refused',
    recentSignInSeconds: values.AUTH_RECENT_SIGN_IN_SECONDS,
    accessTokenSeconds: 3_600,
    sessionIdleSeconds: values.AUTH_SESSION_IDLE_DAYS * 86_400,
    sessionLongestSeconds: values.AUTH_SESSION_DAYS * 86_400,
    linkSeconds: values.AUTH_LINK_SECONDS,
    limits: {
      ...(values.OTHER_LIMITS === 'wide' && wideRates),
      letterTo: values.AUTH_LIMIT_LETTERS_PER_ADDRESS,
      letterFrom: values.AUTH_LIMIT_LETTERS_PER_CLIENT,
      account: values.AUTH_LIMIT_LETTERS_PER_CLIENT,
      token: values.AUTH_LIMIT_TOKENS,
      refresh: values.AUTH_LIMIT_REFRESHES,
      verification: values.AUTH_LIMIT_VERIFICATIONS,
      passwordOfAddress: values.AUTH_LIMIT_PASSWORDS_PER_ADDRESS,
      passwordOfClient: values.AUTH_LIMIT_PASSWORDS_PER_CLIENT,
      factorOfPerson: values.AUTH_LIMIT_FACTOR_CODES,
    },
  };
}

/** A provider is on when its id and secret are set. */
function toProviders(values: Values): Record<string, ProviderSettings> {
  const oidc = (issuer: string, clientId?: string, clientSecret?: string) =>
    clientId && clientSecret
      ? ({
          kind: 'oidc',
          issuer,
          clientId,
          clientSecret,
          scopes: 'openid email profile',
        } satisfies OidcSettings)
      : undefined;
  const all: Record<string, ProviderSettings | undefined> = {
    google: oidc(
      oidcIssuers.google,
      values.AUTH_GOOGLE_CLIENT_ID,
      values.AUTH_GOOGLE_CLIENT_SECRET,
    ),
    linkedin_oidc: oidc(
      oidcIssuers.linkedin,
      values.AUTH_LINKEDIN_CLIENT_ID,
      values.AUTH_LINKEDIN_CLIENT_SECRET,
    ),
    azure: oidc(
      oidcIssuers.microsoft(values.AUTH_MICROSOFT_TENANT),
      values.AUTH_MICROSOFT_CLIENT_ID,
      values.AUTH_MICROSOFT_CLIENT_SECRET,
    ),
    github:
      values.AUTH_GITHUB_CLIENT_ID && values.AUTH_GITHUB_CLIENT_SECRET
        ? {
            kind: 'github',
            clientId: values.AUTH_GITHUB_CLIENT_ID,
            clientSecret: values.AUTH_GITHUB_CLIENT_SECRET,
            scopes: 'user:email',
            authorizeUrl: 'https://github.com/login/oauth/authorize',
            tokenUrl: 'https://github.com/login/oauth/access_token',
            apiUrl: 'https://api.github.com',
          }
        : undefined,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, ProviderSettings] => Boolean(entry[1])),
  );
}
