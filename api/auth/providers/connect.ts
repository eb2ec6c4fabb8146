import * as client from 'openid-client';
import { ApiError } from '../../errors.ts';
import { githubProfile } from './github.ts';
import type { Profile } from './profile.ts';
import { profileFromClaims } from './profile.ts';
import type { ProviderSettings } from './provider.ts';

/** What is remembered of a person while they are at the provider. */
export type Errand = { state: string; nonce: string; verifier: string };

const configurations = new WeakMap<ProviderSettings, Promise<client.Configuration>>();

/** The provider's endpoints and keys: fetched once, and again only if that failed. */
export function configurationOf(settings: ProviderSettings): Promise<client.Configuration> {
  const known = configurations.get(settings);
  if (known) return known;
  const asked = configure(settings);
  configurations.set(settings, asked);
  asked.catch(() => configurations.delete(settings));
  return asked;
}

async function configure(settings: ProviderSettings): Promise<client.Configuration> {
  const { clientId, clientSecret } = settings;
  if (settings.kind === 'github') {
    const configuration = new client.Configuration(
      {
        issuer: new URL(settings.authorizeUrl).origin,
        authorization_endpoint: settings.authorizeUrl,
        token_endpoint: settings.tokenUrl,
      },
      clientId,
      clientSecret,
    );
    allowLocal(settings.tokenUrl, configuration);
    return configuration;
  }
  const execute = isLocal(settings.issuer) ? [client.allowInsecureRequests] : [];
  return client.discovery(new URL(settings.issuer), clientId, clientSecret, undefined, { execute });
}

/** Only a provider on this machine, as in tests, is contacted without TLS. */
function isLocal(address: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(address);
}

function allowLocal(address: string, configuration: client.Configuration) {
  if (isLocal(address)) client.allowInsecureRequests(configuration);
}

/** Where to send the person. */
export async function addressAtProvider(
  settings: ProviderSettings,
  wanted: Errand & {
    redirectUri: string;
    scopes: string | undefined;
    more: Record<string, string>;
  },
): Promise<URL> {
  const configuration = await reach(() => configurationOf(settings));
  const scopes = new Set(`${settings.scopes} ${wanted.scopes ?? ''}`.split(/[\s,]+/));
  return client.buildAuthorizationUrl(configuration, {
    ...wanted.more,
    redirect_uri: wanted.redirectUri,
    scope: [...scopes].filter(Boolean).join(' '),
    state: wanted.state,
    code_challenge: await client.calculatePKCECodeChallenge(wanted.verifier),
    code_challenge_method: 'S256',
    ...(settings.kind === 'oidc' ? { nonce: wanted.nonce } : {}),
  });
}

/** Redeems the code that the person brought back, and reads their profile. */
export function profileFromCode(
  settings: ProviderSettings,
  callback: URL,
  { state, nonce, verifier }: Errand,
): Promise<Profile> {
  return reach(async () => {
    const configuration = await configurationOf(settings);
    const isOidc = settings.kind === 'oidc';
    const tokens = await client.authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      ...(isOidc ? { expectedNonce: nonce, idTokenExpected: true } : {}),
    });
    const accessToken = tokens.access_token;
    const more = { accessToken, refreshToken: tokens.refresh_token };
    if (settings.kind === 'github') {
      return { ...(await githubProfile(settings.apiUrl, accessToken)), ...more };
    }
    const claims = tokens.claims();
    if (!claims) throw new ApiError('bad_oauth_callback', 'The provider sent no id token');
    const isComplete = claims.email !== undefined && claims.name !== undefined;
    const info = isComplete
      ? {}
      : await client.fetchUserInfo(configuration, accessToken, claims.sub).catch(() => ({}));
    return { ...profileFromClaims({ ...info, ...claims }), ...more };
  });
}

/** A provider that is down or sends nonsense is not a bug of ours. */
export async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('bad_oauth_callback', 'The provider could not be asked, or refused');
  }
}
