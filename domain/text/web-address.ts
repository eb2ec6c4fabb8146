const scheme = /^[a-z][a-z\d+.-]*:(?!\d)/i;
/** A host with a dot and letters at its end, and what may follow one. */
const host = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.[\p{L}][\p{L}\p{N}-]+\.?(:\d+)?([/?#]|$)/u;

/** As browsers read it: www.example.org is https://www.example.org. What is no address stays as it is. */
export function completeWebAddress(typed: string): string {
  const address = typed.trim();
  if (scheme.test(address) || /\s/.test(address) || !host.test(address)) return typed;
  return `https://${address}`;
}
