import { publicPart } from '../../tokens.ts';
import type { Auth } from '../context.ts';

/** GET /settings: what a client may offer. */
export async function getSettings({ settings, providers }: Auth): Promise<Response> {
  const { isSignUpOpen, confirmation, isAnonymousOpen, isPhoneOpen } = settings;
  return Response.json({
    external: {
      anonymous_users: isAnonymousOpen,
      ...Object.fromEntries(
        ['google', 'linkedin_oidc', 'azure', 'github'].map((name) => [name, name in providers]),
      ),
      email: true,
      phone: isPhoneOpen,
    },
    disable_signup: !isSignUpOpen,
    mailer_autoconfirm: confirmation === 'automatic',
    phone_autoconfirm: confirmation === 'automatic',
    sms_provider: isPhoneOpen ? 'twilio' : '',
    saml_enabled: false,
    passkeys_enabled: false,
  });
}

/** GET /health */
export async function getHealth({ settings }: Auth): Promise<Response> {
  return Response.json({
    name: 'auth',
    version: 'v2',
    description: `The authentication service of ${settings.siteName}, as Supabase Auth speaks`,
  });
}

/** GET /.well-known/jwks.json: several keys may verify, the first one signs. */
export async function getKeySet({ jwtKeys }: Auth): Promise<Response> {
  return Response.json(
    { keys: jwtKeys.map(publicPart) },
    { headers: { 'cache-control': 'public, max-age=600' } },
  );
}
