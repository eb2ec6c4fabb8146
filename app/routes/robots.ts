import { requestInfo } from '#app/data/data.server.ts';
import type { Route } from './+types/robots';

/** Private pages are not listed here: they say noindex themselves, and robots must be able to read that. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, isHeld } = context.get(requestInfo);
  const closed = ['/auth/v1/', '/rest/v1/', '/storage/v1/', '/functions/v1/', '/dev/'];
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    ...(isHeld ? [] : [`Sitemap: ${origin}/sitemap.xml`, '']),
  ];
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
