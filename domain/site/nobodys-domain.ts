/** Domains reserved for examples (RFC 2606): email to them never arrives, and nobody opens a page there. */
export function isNobodys(domain: string): boolean {
  return /(^|\.)(example|invalid|example\.(com|net|org))$/i.test(domain);
}
