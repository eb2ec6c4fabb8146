const scheme = /^[a-z][a-z\d+.-]*:(?!\d)/i;
/** A host that contains a dot and ends in letters, with what may follow it. */
const host = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.[\p{L}][\p{L}\p{N}-]+\.?(:\d+)?([/?#]|$)/u;

/**
 * Completes it as browsers do: www.example.org is https://www.example.org. Anything that is not an address stays
 * unchanged.
 */
export function completeWebAddress(typed: string): string {
  const address = typed.trim();
  if (scheme.test(address) || /\s/.test(address) || !host.test(address)) return typed;
  return `https://${address}`;
}
