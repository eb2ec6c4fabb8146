import * as links from '#domain/site/links.ts';

/**
 * Where password managers send people to change a password (W3C, “A Well-Known URL for Changing
 * Passwords”).
 */
export const changePasswordPath = '/.well-known/change-password';
/** Where they learn that the site supports passkeys (W3C, “Passkey Endpoints”). */
export const passkeysPath = '/.well-known/passkey-endpoints';

export function leadToPassword(): Response {
  return new Response(null, { status: 302, headers: { location: links.account } });
}

export function answerPasskeys(siteUrl: string): Response {
  const place = siteUrl + links.account;
  return Response.json(
    { enroll: place, manage: place },
    { headers: { 'cache-control': 'public, max-age=3600' } },
  );
}
