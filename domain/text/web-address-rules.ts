import { completeWebAddress } from './web-address.ts';

/**
 * http or https and a host, without a user name or password before it, which would hide where the link leads. The last
 * label of the host begins with a letter, or the host is an IPv4 address; a port may follow. SQL has the same pattern:
 * database/render/render-rules.ts generates it from this one.
 */
export const webAddressPattern =
  /^https?:\/\/(?:(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*\.?|(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]))(?::(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4}))?(?:[/?#]\S*)?$/i;

export const invalidAddress = 'Please enter a valid URL';

/** For an address that `tidyWebAddress` has normalized. */
export function isWebAddress(value: string): boolean {
  return webAddressPattern.test(value) && URL.canParse(value);
}

const hostOfLink = /^https?:\/\/([^\s/?#@\\]+)(?:[/?#]\S*)?$/i;

/**
 * A web address as it is stored: completed, with its scheme in lowercase and an international host (kliniek.例え) in
 * Punycode (xn--…).
 */
export function tidyWebAddress(typed: string): string {
  const value = completeWebAddress(typed).replace(/^https?:/i, (scheme) => scheme.toLowerCase());
  const host = hostOfLink.exec(value)?.[1];
  if (!host || !/[^\0-\x7f]/.test(host) || !URL.canParse(value)) return value;
  return value.replace(host, () => new URL(value).host);
}
