/** Where the known providers publish their OpenID Connect configuration. */
export const oidcIssuers = {
  google: 'https://accounts.google.com',
  linkedin: 'https://www.linkedin.com/oauth',
  microsoft: (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`,
};
