import * as links from '#domain/site/links.ts';

const longest = 2_000;
const home = 'http://site.invalid';

/**
 * A page of this site to return to, or undefined. Browsers read `\` as `/`, drop tabs and line breaks, and resolve
 * dots, so the address is checked the way they would resolve it.
 */
export function readReturnPath(wanted: string | null | undefined): string | undefined {
  if (!wanted || wanted.length > longest) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, which attackers use.
  if (!wanted.startsWith('/') || /[\\\u0000-\u0020\u007f]/.test(wanted)) return undefined;
  if (!URL.canParse(wanted, home)) return undefined;
  const url = new URL(wanted, home);
  if (url.origin !== home || leavesSite(url.pathname)) return undefined;
  // Signing in must not lead back to signing in, or to an API.
  if (/^\/(auth|rest|storage|functions|realtime)(\/|$)/.test(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that returns to this address afterwards. */
export function signInPath(from: string): string {
  const query = new URLSearchParams();
  const next = readReturnPath(from);
  if (next && next !== '/') query.set('next', next);
  // Slashes are allowed in a query, and keep the address readable.
  const text = query.toString().replaceAll('%2F', '/');
  return text ? `${links.signIn}?${text}` : links.signIn;
}

/** Two leading slashes name another host, also after something on the way decodes them. */
function leavesSite(pathname: string): boolean {
  let path = pathname;
  for (let times = 0; times < 3; times += 1) {
    if (/^[/\\]{2}/.test(path)) return true;
    try {
      path = decodeURIComponent(path);
    } catch {
      return true;
    }
  }
  return /^[/\\]{2}/.test(path);
}
