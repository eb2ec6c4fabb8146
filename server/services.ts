import { createRemoteJWKSet } from 'jose';
import { keptFor, keySetOf } from '#api/auth/endpoints/service-facts.ts';
import type { Issuer } from '#api/tokens.ts';
import type { AccountRules } from '#domain/account/account-rules.ts';
import { type StoredFile, storedJson } from './files/stored-files.ts';
import type { Config } from './settings/config.ts';
import type { Keys } from './settings/keys.ts';

// What this process serves, what a Supabase project serves, and what pages and browsers are told
// about both.

/**
 * Whether this process answers this path of the API to others; the rest may be a Supabase
 * project's.
 */
export function answersAt(config: Config, pathname: string): boolean {
  const [, service] = pathname.match(/^\/(auth|rest|storage|functions|realtime)\/v1(\/|$)/) ?? [];
  return service !== undefined && (!config.supabase || service === 'functions');
}

/**
 * Pages, feeds and mails link public files at the site's address, even where a Supabase project
 * stores them.
 */
export function leadToProject(
  { supabase }: Config,
  { pathname, search }: URL,
): Response | undefined {
  if (!supabase || !pathname.startsWith('/storage/v1/object/public/')) return undefined;
  const headers = { location: supabase.url + pathname + search, 'cache-control': 'max-age=300' };
  return new Response(null, { status: 302, headers });
}

/**
 * Fetched when a token names an unknown key, at most twice a minute, and cached for ten minutes.
 */
export function issuerOf({ url, issuer }: NonNullable<Config['supabase']>): Issuer {
  const address = new URL(`${url}/auth/v1/.well-known/jwks.json`);
  const keys = createRemoteJWKSet(address, { cooldownDuration: 30_000, cacheMaxAge: 600_000 });
  return { issuer, keys };
}

export function keySetFile(keys: Keys): StoredFile {
  return { ...storedJson(keySetOf(keys.jwtKeys), keptFor), isForAllOrigins: true };
}

/**
 * Without a configured address the browser uses the one it is at: the `Host` header could be
 * anybody's.
 */
export function browserConfig(config: Config, keys: Keys) {
  return config.supabase
    ? {
        supabaseUrl: config.supabase.url,
        supabaseKey: keys.publishableKey,
        functionsUrl: config.givenSiteUrl ?? '/',
      }
    : { supabaseUrl: config.givenSiteUrl ?? '/', supabaseKey: keys.publishableKey };
}

/** What pages say about accounts, according to the operator's settings. */
export function accountRulesOf(config: Config): AccountRules {
  return {
    shortestPassword: config.auth.passwordMinLength,
    needsConfirmation: config.auth.confirmation === 'required',
    isSignUpClosed: !config.auth.isSignUpOpen,
    mayLink: config.auth.isLinkingOpen,
    hasPasskeys: config.auth.arePasskeysOpen,
    evidenceDays: config.evidenceDays,
    linkSeconds: config.auth.linkSeconds,
    sessionIdleDays: config.auth.sessionIdleSeconds / 86_400,
    sessionDays: config.auth.sessionLongestSeconds / 86_400,
  };
}
