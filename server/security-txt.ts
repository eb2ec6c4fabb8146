import { site } from '#domain/site/brand.ts';

/** Where RFC 9116 tells people who found a vulnerability to look. */
export const securityTxtPath = '/.well-known/security.txt';

/** The RFC recommends less than a year. */
const validFor = 180 * 86_400_000;

/**
 * Where to report a vulnerability, with the company's current address. Made on demand, so that it
 * never expires.
 */
export function answerSecurityTxt(siteUrl: string, now = new Date()): Response {
  const expires = new Date(now.getTime() + validFor);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: mailto:${site.email}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}${securityTxtPath}`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  });
}
