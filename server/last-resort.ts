import { contentSecurityPolicy } from './content-security-policy.ts';

/** When not even the error page could be rendered: plain words, a way home, the request id. */
export function lastResort(requestId: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Something went wrong</title></head>
<body>
<h1>This page could not be shown</h1>
<p>The fault is ours and has been recorded. Try again in a moment.</p>
<p>Request ${requestId}</p>
<p><a href="/">Return to Home</a></p>
</body>
</html>`;
  return new Response(html, {
    status: 500,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy([]),
    },
  });
}
