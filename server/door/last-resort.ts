import { createHash } from 'node:crypto';
import { colorProperties, site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';

/** When not even the error page could be rendered: plain text, a link home, the request id. */
export function lastResort(requestId: string): Response {
  const lines = [
    'This page could not be shown',
    'The fault is ours and has been recorded. Try again in a moment.',
    `Request ${requestId}`,
  ];
  return plainPage(500, 'Something went wrong', lines, site.name);
}

/** When the data is temporarily out of reach. */
export function busyPage(): Response {
  const lines = [
    'This page cannot be shown at the moment',
    'Nothing is lost. Try again in a few seconds.',
  ];
  const page = plainPage(503, 'Busy at the moment', lines, site.name);
  page.headers.set('retry-after', '2');
  return page;
}

// The site's colours and spacing without its files, which may be what cannot be read.
const style = `
  ${colorProperties()}
  body { max-width: 34rem; margin: 0 auto; padding: 4rem 1.25rem; background: var(--color-paper); color: var(--color-ink); font: 1.0625rem/1.6 Figtree, system-ui, sans-serif; overflow-wrap: anywhere; }
  .name { font: 600 1.0625rem/1.3 'Source Serif 4', Georgia, serif; color: var(--color-ink); margin: 0 0 2.5rem; }
  h1 { margin: 0 0 1.25rem; font: 600 2rem/1.15 'Source Serif 4', Georgia, serif; text-wrap: balance; }
  p { margin: 0 0 1rem; color: var(--color-muted); }
  a { color: var(--color-pine); }
`;
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * A page that needs no files: a heading and the text below it, with the company's name if it is
 * known.
 */
export function plainPage(
  status: number,
  title: string,
  [heading, ...lines]: string[],
  name = '',
): Response {
  const company = asText(name);
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}${company && ` · ${company}`}</title><style>${style}</style></head>
<body>
${
  company &&
  `<p class="name">${company}</p>
`
}<h1>${heading}</h1>
${lines.map((line) => `<p>${line}</p>`).join('\n')}
<p><a href="${links.home}">Return to Home</a></p>
</body>
</html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    },
  });
}

/** What owners typed is shown literally. */
const asText = (typed: string) => typed.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
