/** Whether a passkey can be made or used here: by this browser, under this address. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !passkeyObstacle(location.hostname);
}

/**
 * Why no passkey can be made or used under this address, if so: a passkey holds for a name, and a
 * number is none.
 */
export function passkeyObstacle(hostname: string): string | undefined {
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  if (!isNumber) return undefined;
  return hostname.startsWith('127.') || hostname === '[::1]'
    ? 'Passkeys need an address with a name; here, open the site as localhost.'
    : 'Passkeys need an address with a name, and this one is a number.';
}
