/** Where the known providers publish their OpenID Connect configuration. */
export const oidcIssuers = {
  google: 'https://accounts.google.com',
  linkedin: 'https://www.linkedin.com/oauth',
  microsoft: (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`,
};

/**
 * Issuers of ID tokens that Supabase Auth or this service could accept if configured, by name, for the error message.
 */
export const knownIssuers: ReadonlyMap<string, string> = new Map([
  ['google', oidcIssuers.google],
  ['linkedin_oidc', oidcIssuers.linkedin],
  ['azure', oidcIssuers.microsoft('common')],
  ['apple', 'https://appleid.apple.com'],
  ['facebook', 'https://www.facebook.com'],
  ['kakao', 'https://kauth.kakao.com'],
]);
