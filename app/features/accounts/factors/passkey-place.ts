/** Whether passkeys can be created or used here: in this browser, at this address. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !passkeyObstacle(location.hostname);
}

/**
 * Why passkeys cannot be created or used at this address, if so: a passkey is bound to a domain name, and an IP address
 * is not one.
 */
export function passkeyObstacle(hostname: string): string | undefined {
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  if (!isNumber) return undefined;
  return hostname.startsWith('127.') || hostname === '[::1]'
    ? 'Passkeys need an address with a name; here, open the site as localhost.'
    : 'Passkeys need an address with a name, and this one is a number.';
}
