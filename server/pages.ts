import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import { createRequestHandler } from 'react-router';
import type { PageRequest } from '#app/entry.server.tsx';
import { contentSecurityPolicy, inlineScriptHashes } from './content-security-policy.ts';
import { accepts, matches, serveFile } from './serve-file.ts';
import type { StoredFile } from './stored-files.ts';

type PagesDependencies = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** What the build wrote: assets and prerendered pages. Empty in development. */
  files: Map<string, StoredFile>;
  publishableKey: string;
  callApi: (request: Request) => Promise<Response>;
  isDevelopment: boolean;
};

type Pages = (request: Request, siteUrl: string, requestId: string) => Promise<Response>;

/** Answers everything that a person sees: a file, a prerendered page, or one rendered now. */
export function createPages(dependencies: PagesDependencies): Pages {
  const { build, files, publishableKey, callApi, isDevelopment } = dependencies;
  const render = createRequestHandler(build, isDevelopment ? 'development' : 'production');

  return async (request, siteUrl, requestId) => {
    const url = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // A page with a query is rendered: the address says something that the stored page does not.
    const file = isRead && !url.search ? files.get(url.pathname) : undefined;
    if (file) return withPolicy(serveFile(request, file), file.scriptHashes);
    if (isRead && url.pathname !== '/' && url.pathname.endsWith('/')) {
      return redirect(url.pathname.replace(/\/+$/, '') + url.search);
    }

    const nonce = randomBytes(16).toString('base64');
    const page: PageRequest = { nonce, requestId, siteUrl, publishableKey, callApi };
    const entry = (typeof build === 'function' ? await build() : build).entry.module;
    const { createContext } = entry as unknown as {
      createContext: (page: PageRequest) => RouterContextProvider;
    };
    const response = await render(request, createContext(page));
    return isDevelopment ? response : finish(request, response, nonce);
  };
}

/** Adds the policy, and for whole pages the length, the tag and the compression. */
async function finish(request: Request, response: Response, nonce: string): Promise<Response> {
  const headers = new Headers(response.headers);
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  if (
    !response.body ||
    !/^(text|application\/(json|xml|rss))/.test(headers.get('content-type') ?? '')
  ) {
    return new Response(response.body, { status: response.status, headers });
  }
  const body = Buffer.from(await response.arrayBuffer());
  const isPage = headers.get('content-type')?.startsWith('text/html');
  const html = isPage ? body.toString() : '';
  const usesNonce = html.includes(`nonce="${nonce}"`);
  if (isPage) {
    const inline = usesNonce ? { nonce } : { hashes: inlineScriptHashes(html) };
    headers.set('content-security-policy', contentSecurityPolicy(inline));
  }
  if (response.status === 200 && !usesNonce) {
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    headers.set('etag', etag);
    if (matches(request.headers.get('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  const packed = await compress(body, request.headers.get('accept-encoding') ?? '', headers);
  headers.set('content-length', String(packed.length));
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(packed), {
    status: response.status,
    headers,
  });
}

async function compress(body: Buffer, accepted: string, headers: Headers): Promise<Buffer> {
  headers.append('vary', 'Accept-Encoding');
  if (body.length < 1_000) return body;
  if (accepts(accepted, 'br')) {
    headers.set('content-encoding', 'br');
    // Level 4 costs about as much as gzip and packs better; the build packs stored pages at 11.
    return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  }
  if (accepts(accepted, 'gzip')) {
    headers.set('content-encoding', 'gzip');
    return promisify(gzip)(body);
  }
  return body;
}

function withPolicy(response: Response, scriptHashes: string[] | undefined): Response {
  if (scriptHashes) {
    response.headers.set(
      'content-security-policy',
      contentSecurityPolicy({ hashes: scriptHashes }),
    );
  }
  return response;
}

function redirect(location: string): Response {
  // Never `//host`, which a browser would take for another site.
  return new Response(null, {
    status: 308,
    headers: { location: location.replace(/^\/{2,}/, '/') || '/' },
  });
}
