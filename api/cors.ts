// The API is open to every origin, like Supabase's: access depends on keys and tokens, never on cookies.
const exposed = [
  'Content-Range',
  'Content-Location',
  'Content-Encoding',
  'Accept-Ranges',
  'Date',
  'Preference-Applied',
  'Proxy-Status',
  'WWW-Authenticate',
  'Range-Unit',
  'X-Request-Id',
  'X-Supabase-Api-Version',
  'X-Sb-Error-Code',
  'X-Total-Count',
  'Link',
  'Retry-After',
  'Location',
  'ETag',
  'Content-Disposition',
  'X-Transformations',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Complete',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Expires',
].join(',');

export function answerPreflight(request: Request, more: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...more,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '3600',
      'cache-control': 'no-store',
      vary: 'Access-Control-Request-Headers',
    },
  });
}

export const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
};

/** Set on the finished response: copying it would be slower to send. */
export function allowOrigins(response: Response): Response {
  for (const [name, value] of Object.entries(openToAll)) response.headers.set(name, value);
  return response;
}
