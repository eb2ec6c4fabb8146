/** The providers that people can sign in with. The names are Supabase's: google, linkedin_oidc, azure, github. */
export type ProviderSettings = OidcSettings | GithubSettings;

export type OidcSettings = {
  kind: 'oidc';
  /** The URL where the provider publishes its configuration. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** Further audiences whose ID tokens are accepted, such as a mobile app's. */
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
