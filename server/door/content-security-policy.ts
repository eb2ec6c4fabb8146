import { createHash } from 'node:crypto';

let dataService = '';

/**
 * Lets every page reach a data service on another host, with its sockets and pictures. Called once,
 * at the start.
 */
export function allowDataService(url: string | undefined): void {
  dataService = url ? new URL(url).origin : '';
}

/**
 * The policy of one page: its own inline scripts by nonce or hash, everything else from this
 * origin.
 */
export function contentSecurityPolicy(hashes: readonly string[], nonce?: string): string {
  const inline = [...hashes, ...(nonce ? [`nonce-${nonce}`] : [])].map((each) => ` '${each}'`);
  return [
    "default-src 'self'",
    `script-src 'self'${inline.join('')}`,
    "style-src 'self'",
    `img-src 'self' data:${dataService && ` ${dataService}`}`,
    "font-src 'self'",
    `connect-src 'self'${dataService && ` ${dataService} ${dataService.replace(/^http/, 'ws')}`}`,
    "form-action 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For pages that contain nothing of a visitor. Data blocks are not scripts and need no hash. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(
    /<script(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g,
  );
  return [...scripts].map(([, code = '']) => scriptHash(code));
}

export function scriptHash(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}
