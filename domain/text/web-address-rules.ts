import { completeWebAddress } from './web-address.ts';

/**
 * http or https, a host, and neither name nor password before it, which would hide where it leads. The host's
 * labels end with one that begins with a letter, or are four numbers; a port may follow. SQL has the same
 * pattern: database/render/render-rules.ts writes it from here.
 */
export const webAddressPattern =
  /^https?:\/\/(?:(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*\.?|(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]))(?::(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4}))?(?:[/?#]\S*)?$/i;

export const invalidAddress = 'Please enter a valid URL';

/** Of an address as `tidyWebAddress` leaves it. */
export function isWebAddress(value: string): boolean {
  return webAddressPattern.test(value) && URL.canParse(value);
}

const hostOfLink = /^https?:\/\/([^\s/?#@\\]+)(?:[/?#]\S*)?$/i;

/** As it is stored: completed, its scheme in small letters, and a host in other letters (kliniek.例え) as the network writes it (xn--…). */
export function tidyWebAddress(typed: string): string {
  const value = completeWebAddress(typed).replace(/^https?:/i, (scheme) => scheme.toLowerCase());
  const host = hostOfLink.exec(value)?.[1];
  if (!host || !/[^\0-\x7f]/.test(host) || !URL.canParse(value)) return value;
  return value.replace(host, () => new URL(value).host);
}
