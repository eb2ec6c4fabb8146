import * as links from '#domain/site/links.ts';
import type { Auth, AuthSettings, Exchange } from './context.ts';

/** The `redirect_to` of the request, if it is allowed. */
export function wantedRedirect({ settings }: Auth, exchange: Exchange): string {
  return allowedRedirect(settings, exchange, exchange.url.searchParams.get('redirect_to'));
}

/**
 * Where a link leads that was not requested in a browser, so that no PKCE verifier is waiting: to the page that can
 * accept the session in the link's fragment.
 */
export function landingFor(kind: string): string {
  return kind === 'invite' || kind === 'recovery' ? links.newPassword : links.confirmEmail;
}

/** Where a person may be sent: the site itself and the addresses on the list; otherwise the home page. */
export function allowedRedirect(
  { redirectUrls }: Pick<AuthSettings, 'redirectUrls'>,
  { siteUrl }: Pick<Exchange, 'siteUrl'>,
  wanted: string | null | undefined,
): string {
  if (!wanted) return siteUrl;
  const url = URL.canParse(wanted, siteUrl) ? new URL(wanted, siteUrl) : undefined;
  if (!url || url.username || url.password) return siteUrl;
  // The origin alone is not enough, because blob: URLs share it.
  if (url.href.startsWith(`${new URL(siteUrl).origin}/`)) return url.href;
  return redirectUrls.some((pattern) => matches(pattern, url.href)) ? url.href : siteUrl;
}

/** The part of a web URL that decides who receives what is sent there. */
const originOf = /^https?:\/\/[^/]*/i;

function matches(pattern: string, address: string): boolean {
  const [origin = ''] = pattern.match(originOf) ?? [];
  const source = sourceOf(origin, '[^/]*') + sourceOf(pattern.slice(origin.length), '.*');
  return new RegExp(`^${source}/?$`).test(address);
}

/**
 * `*` matches anything except `/` and `.`, `**` anything (except `/` in the host), and `?` one character that is
 * neither `/` nor `.`.
 */
function sourceOf(pattern: string, anything: string): string {
  return pattern.replace(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (mark) => {
    if (mark === '**') return anything;
    if (mark === '*') return '[^/.]*';
    if (mark === '?') return '[^/.]';
    return `\\${mark}`;
  });
}

/**
 * The address used in letters and redirects. If none is configured, only this machine's own names are accepted: a
 * `Host` header chosen by a stranger must not end up in somebody's email.
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
