/** Where people may come from. The names are Supabase's: google, linkedin_oidc, azure, github. */
export type ProviderSettings = OidcSettings | GithubSettings;

export type OidcSettings = {
  kind: 'oidc';
  /** The address under which the provider publishes its configuration. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** Further audiences whose id tokens are accepted, such as a phone app's. */
  audiences?: readonly string[];
};

export type GithubSettings = {
  kind: 'github';
  clientId: string;
  clientSecret: string;
  scopes: string;
  authorizeUrl: string;
  tokenUrl: string;
  apiUrl: string;
};
