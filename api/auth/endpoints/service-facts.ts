import { publicPart } from '../../tokens.ts';
import type { Auth, Exchange } from '../context.ts';
import { isSignUpOpen } from '../open-sign-up.ts';

/** Every provider that Supabase Auth knows, including those never available here: programs read each name. */
const providerNames = [
  ...['apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab'],
  ...['google', 'kakao', 'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'slack', 'slack_oidc'],
  ...['snapchat', 'spotify', 'twitch', 'twitter', 'workos', 'x', 'zoom'],
];

/** GET /settings: what a client may offer. */
export async function getSettings({ settings, providers, database }: Auth): Promise<Response> {
  const { confirmation, isAnonymousOpen, isPhoneOpen, arePasskeysOpen } = settings;
  return Response.json({
    external: {
      anonymous_users: isAnonymousOpen,
      ...Object.fromEntries(providerNames.map((name) => [name, name in providers])),
      email: true,
      phone: isPhoneOpen,
    },
    disable_signup: !(await isSignUpOpen(settings, database.asService)),
    mailer_autoconfirm: confirmation === 'automatic',
    phone_autoconfirm: confirmation === 'automatic',
    sms_provider: isPhoneOpen ? 'twilio' : '',
    saml_enabled: false,
    passkeys_enabled: arePasskeysOpen,
  });
}

/** GET /health. Programs recognize this service by its name. */
export async function getHealth({ settings }: Auth): Promise<Response> {
  return Response.json({
    name: 'GoTrue',
    version: 'v2',
    description: `The authentication service of ${settings.siteName}, as Supabase Auth speaks`,
  });
}

/** GET /.well-known/jwks.json: several keys may verify, and the first one signs. */
export async function getKeySet({ jwtKeys }: Auth): Promise<Response> {
  return Response.json(keySetOf(jwtKeys), { headers: { 'cache-control': keptFor } });
}

export const keySetPath = '/auth/v1/.well-known/jwks.json';
export const keptFor = 'public, max-age=600';

export function keySetOf(jwtKeys: Auth['jwtKeys']) {
  return { keys: jwtKeys.map(publicPart) };
}

/**
 * GET /.well-known/openid-configuration: where others find the keys of our tokens. It names no endpoint for signing
 * in elsewhere with an account of this site, because there is none.
 */
export async function getOpenIdConfiguration(
  _auth: Auth,
  { siteUrl }: Exchange,
): Promise<Response> {
  const issuer = `${siteUrl}/auth/v1`;
  return Response.json(
    {
      issuer,
      jwks_uri: siteUrl + keySetPath,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      claims_supported: [
        ...['aal', 'amr', 'app_metadata', 'aud', 'email', 'exp', 'iat', 'is_anonymous', 'iss'],
        ...['phone', 'role', 'session_id', 'sub', 'user_metadata'],
      ],
    },
    { headers: { 'cache-control': keptFor } },
  );
}
