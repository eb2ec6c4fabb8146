import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { contentSecurityPolicy, inlineScriptHashes } from '../door/content-security-policy.ts';

type Bytes = Buffer<ArrayBuffer>;

/** A file of the build, held in memory with everything that responses for it need. */
export type StoredFile = {
  body: Bytes;
  brotli: Bytes | undefined;
  gzip: Bytes | undefined;
  type: string;
  etag: string;
  cacheControl: string;
  /** For pages. */
  policy: string | undefined;
  /** For a page that may use more browser features than others. */
  permissions?: string | undefined;
  /** Whether scripts of other sites may read it. */
  isForAllOrigins?: boolean;
};

/** Reads all of build/client, keyed by address: `/about` for about/index.html. */
export function readBuild(folder: string): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  for (const name of names) {
    if (/\.(br|gz)$/.test(name) || name.startsWith('.vite/')) continue;
    files.set(addressOf(name), readStored(join(folder, name), name));
  }
  return files;
}

function addressOf(name: string): string {
  return name.endsWith('index.html')
    ? `/${name}`.replace(/\/?index\.html$/, '') || '/'
    : `/${name}`;
}

function readStored(path: string, name: string): StoredFile {
  const body = readFileSync(path);
  const isPage = name.endsWith('.html');
  return {
    body,
    brotli: readIfThere(`${path}.br`),
    gzip: readIfThere(`${path}.gz`),
    type: typesByName[name] ?? contentTypes[extname(name)] ?? 'application/octet-stream',
    etag: etagOf(body),
    cacheControl: isAsset(`/${name}`)
      ? forever
      : isPage
        ? 'public, max-age=0, must-revalidate'
        : 'public, max-age=3600',
    policy: isPage ? contentSecurityPolicy(inlineScriptHashes(body.toString())) : undefined,
  };
}

const forever = 'public, max-age=31536000, immutable';

/** A file of the build with a content hash in its name. */
export const isAsset = (path: string) => /^\/assets\/[\w.-]+$/.test(path);

/** An asset from another build than this one, uncompressed. */
export function storedAsset(path: string, body: Bytes): StoredFile {
  return {
    body,
    brotli: undefined,
    gzip: undefined,
    type: contentTypes[extname(path)] ?? 'application/octet-stream',
    etag: etagOf(body),
    cacheControl: forever,
    policy: undefined,
  };
}

/** Data that the process knows from its start, held like a file. */
export function storedJson(value: unknown, cacheControl: string): StoredFile {
  return stored(JSON.stringify(value), 'application/json', cacheControl);
}

export function storedText(text: string): StoredFile {
  return stored(text, 'text/plain; charset=utf-8', 'public, max-age=300');
}

function stored(text: string, type: string, cacheControl: string): StoredFile {
  const body = Buffer.from(text);
  const packed = { brotli: undefined, gzip: undefined, policy: undefined };
  return { body, type, etag: etagOf(body), cacheControl, ...packed };
}

export function etagOf(body: Bytes): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

function readIfThere(path: string): Bytes | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

const typesByName: Record<string, string> = {
  'speculation-rules.json': 'application/speculationrules+json',
};

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.pdf': 'application/pdf',
  '.data': 'text/x-script; charset=utf-8',
};

/** Under the name that vite.enhance.ts gives it; the development server builds it on demand. */
export function findOwnPageScript(files: Map<string, StoredFile>, isDevelopment: boolean) {
  if (isDevelopment) return '/app/enhance/own-page.ts';
  return [...files.keys()].find((name) => /^\/assets\/own-page-[\w-]+\.js$/.test(name));
}
