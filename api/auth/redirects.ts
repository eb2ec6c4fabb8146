import * as links from '#domain/site/links.ts';
import type { Auth, AuthSettings, Exchange } from './context.ts';

/** The `redirect_to` of the request, as far as it is allowed. */
export function wantedRedirect({ settings }: Auth, exchange: Exchange): string {
  return allowedRedirect(settings, exchange, exchange.url.searchParams.get('redirect_to'));
}

/**
 * Where a link leads that nobody asked for in a browser, so that none waits with a PKCE verifier: to
 * the page that can take up the session which such a link brings.
 */
export function landingFor(kind: string): string {
  return kind === 'invite' || kind === 'recovery' ? links.newPassword : links.confirmEmail;
}

/** Where a person may be sent: the site itself and the addresses on the list; otherwise home. */
export function allowedRedirect(
  { redirectUrls }: Pick<AuthSettings, 'redirectUrls'>,
  { siteUrl }: Pick<Exchange, 'siteUrl'>,
  wanted: string | null | undefined,
): string {
  if (!wanted) return siteUrl;
  const url = URL.canParse(wanted, siteUrl) ? new URL(wanted, siteUrl) : undefined;
  if (!url || url.username || url.password) return siteUrl;
  // Not by its origin alone, which an address of a blob borrows.
  if (url.href.startsWith(`${new URL(siteUrl).origin}/`)) return url.href;
  return redirectUrls.some((pattern) => matches(pattern, url.href)) ? url.href : siteUrl;
}

/** Where a pattern is of the web, all that says who gets what is sent there. */
const originOf = /^https?:\/\/[^/]*/i;

function matches(pattern: string, address: string): boolean {
  const [origin = ''] = pattern.match(originOf) ?? [];
  const source = sourceOf(origin, '[^/]*') + sourceOf(pattern.slice(origin.length), '.*');
  return new RegExp(`^${source}/?$`).test(address);
}

/** `*` is any run without `/` and `.`, `**` any run at all, in a host without `/`, `?` one character other than those two. */
function sourceOf(pattern: string, anything: string): string {
  return pattern.replace(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (mark) => {
    if (mark === '**') return anything;
    if (mark === '*') return '[^/.]*';
    if (mark === '?') return '[^/.]';
    return `\\${mark}`;
  });
}

/**
 * The address that links in letters and redirects name. Without the setting only this machine's own
 * names count: a `Host` header that a stranger chose must not stand in somebody's mail.
 */
export function siteUrlFor({ siteUrl, localUrl }: AuthSettings, url: URL): string {
  if (siteUrl) return siteUrl;
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname) ? url.origin : localUrl;
}

export function withQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

export function withFragment(address: string, values: Record<string, string>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(values).toString();
  return url.href;
}
