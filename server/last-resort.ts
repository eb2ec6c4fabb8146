import { contentSecurityPolicy } from './content-security-policy.ts';

/** When not even the error page could be rendered: plain words, a way home, the request id. */
export function lastResort(requestId: string): Response {
  return plainPage(500, 'Something went wrong', [
    'This page could not be shown',
    'The fault is ours and has been recorded. Try again in a moment.',
    `Request ${requestId}`,
  ]);
}

/** When the data cannot be reached now and will be again. */
export function busyPage(): Response {
  const page = plainPage(503, 'Busy at the moment', [
    'This page cannot be shown at the moment',
    'Nothing is lost. Try again in a few seconds.',
  ]);
  page.headers.set('retry-after', '2');
  return page;
}

/** A page without a single file: a heading and what else there is to say. */
export function plainPage(status: number, title: string, [heading, ...lines]: string[]): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
<h1>${heading}</h1>
${lines.map((line) => `<p>${line}</p>`).join('\n')}
<p><a href="/">Return to Home</a></p>
</body>
</html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy([]),
    },
  });
}
