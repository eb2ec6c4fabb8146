import { contentSecurityPolicy } from './content-security-policy.ts';

/** When not even the error page could be rendered: plain words, a way home, the request id. */
export function lastResort(requestId: string): Response {
  return page(requestId, {
    status: 500,
    title: 'Something went wrong',
    heading: 'This page could not be shown',
    words: 'The fault is ours and has been recorded. Try again in a moment.',
  });
}

/** While the database cannot answer, which passes. */
export function comeAgain(requestId: string): Response {
  const response = page(requestId, {
    status: 503,
    title: 'Back in a moment',
    heading: 'The site cannot reach its data at the moment',
    words: 'Nothing was changed. Try again in a few seconds.',
  });
  response.headers.set('retry-after', '2');
  return response;
}

type Words = { status: number; title: string; heading: string; words: string };

function page(requestId: string, { status, title, heading, words }: Words): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
<h1>${heading}</h1>
<p>${words}</p>
<p>Request ${requestId}</p>
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
