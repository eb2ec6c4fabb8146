import { site } from '#domain/site/brand.ts';

/** Where RFC 9116 has people look who found a hole. */
export const securityTxtPath = '/.well-known/security.txt';

/** The RFC says a year at most. */
const validFor = 180 * 86_400_000;

/** To whom a hole is told, as the company is written to now. Made when it is asked for, so it is never out of date. */
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
