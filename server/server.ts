import { randomUUID } from 'node:crypto';
import type { ServerBuild } from 'react-router';
import { createApi } from '#api/api.ts';
import { createPasswords } from '#api/auth/passwords.ts';
import type { Payments } from '#api/billing/context.ts';
import { createImages } from '#api/storage/images.ts';
import type { Database } from '#database/database.ts';
import { isMigrated } from '#database/migrate.ts';
import { createQueue } from '#database/queue.ts';
import { clientAddress } from './client-address.ts';
import type { Config } from './config.ts';
import type { Keys } from './keys.ts';
import { lastResort } from './last-resort.ts';
import type { Logger } from './logger.ts';
import { createOutboxPages } from './outbox-pages.ts';
import { createCaptcha } from './outside/captcha.ts';
import { createFiles } from './outside/files/files.ts';
import { createOutbox } from './outside/outbox.ts';
import { createPageViews } from './page-views.ts';
import { createPages } from './pages.ts';
import type { StoredFile } from './stored-files.ts';

export type ServerDependencies = {
  config: Config;
  keys: Keys;
  database: Database;
  logger: Logger;
  payments?: Payments;
  build: () => Promise<ServerBuild>;
  files: Map<string, StoredFile>;
  isDevelopment?: boolean;
};

export type Handler = (request: Request, clientAddress: string) => Promise<Response>;

export type SiteServer = {
  handle: Handler;
  /** Renders the kept pages before the first visitor asks. */
  warm(): Promise<void>;
  /** Writes what is still in memory. */
  stop(): Promise<void>;
};

/** The one process as a function: API, pages and health, each behind the same headers. */
export async function createServer(dependencies: ServerDependencies): Promise<SiteServer> {
  const { config, keys, database, logger, payments, build, files } = dependencies;
  const { isDevelopment = false } = dependencies;
  const reportBug = (error: unknown, requestId: string) =>
    logger.error({ requestId, err: error }, 'unexpected failure');
  const callApi = createApi({
    database,
    keys,
    payments,
    reportBug,
    auth: {
      settings: config.auth,
      providers: config.providers,
      passwords: await createPasswords(),
      queue: createQueue(),
      captcha: config.captcha && createCaptcha(config.captcha),
    },
    storage: { files: createFiles(config), images: createImages(), queue: createQueue() },
  });
  const outboxPages = createOutboxPages(createOutbox(database), !config.isPublic);
  const pages = await createPages({
    build,
    files,
    siteUrl: config.siteUrl,
    isPublic: config.isPublic,
    accountRules: {
      shortestPassword: config.auth.passwordMinLength,
      needsConfirmation: config.auth.confirmation === 'required',
    },
    publishableKey: keys.publishableKey,
    callApi,
    reportBug,
    isDevelopment,
  });

  const pageViews = createPageViews({
    database,
    isOn: config.countsPageViews,
    countedPath: pages.countedPath,
    reportBug,
  });

  async function answer(incoming: Request, url: URL, clientAddress: string, requestId: string) {
    const stored = await pages.stored(incoming, url);
    if (stored) return stored;
    if (url.pathname === '/views' && incoming.method === 'POST') return pageViews.hear(incoming);

    writeServerHeaders(incoming.headers, requestId, clientAddress, config.trustProxy);
    const origin = config.givenSiteUrl ?? url.origin;
    const { pathname } = url;
    const message = await outboxPages(incoming, url, clientAddress);
    if (message) return message;
    if (/^\/(auth|rest|storage|functions|realtime)\/v1(\/|$)/.test(pathname))
      return callApi(incoming);
    if (pathname === '/healthz') return Response.json({ status: 'ok' });
    if (pathname === '/readyz') return readiness(database);
    if (pathname === '/config.json') {
      // Without a set address the browser's own is meant: what stands in `Host` may be anybody's.
      return Response.json(
        { supabaseUrl: config.givenSiteUrl ?? '/', supabaseKey: keys.publishableKey },
        { headers: { 'cache-control': 'public, max-age=300' } },
      );
    }
    // Rendering wants a whole request, which the server's own is only in part.
    return pages.answer(new Request(incoming), origin, requestId);
  }

  const handle: Handler = async (incoming, clientAddress) => {
    const requestId = randomUUID();
    const url = new URL(incoming.url);
    let response: Response;
    try {
      response = await answer(incoming, url, clientAddress, requestId);
      pageViews.count(incoming, url.pathname, response.status);
    } catch (error) {
      reportBug(error, requestId);
      response = lastResort(requestId);
    }
    return withSecurityHeaders(response, requestId, config.isPublic);
  };
  return { handle, warm: pages.warm, stop: pageViews.stop };
}

/**
 * Headers that later code trusts are ours: what a client sent under the same name is replaced. Written
 * into the request as it came: a copy of it costs more than the gate.
 */
function writeServerHeaders(
  headers: Headers,
  requestId: string,
  socketAddress: string,
  trustProxy: boolean,
): void {
  headers.set('x-request-id', requestId);
  headers.set('x-client-address', clientAddress(headers, socketAddress, trustProxy));
}

async function readiness(database: Database): Promise<Response> {
  try {
    const ready = await isMigrated((text) => database.query({ text }));
    return Response.json({ status: ready ? 'ready' : 'migrating' }, { status: ready ? 200 : 503 });
  } catch {
    return Response.json({ status: 'database unreachable' }, { status: 503 });
  }
}

function withSecurityHeaders(response: Response, requestId: string, isPublic: boolean): Response {
  const { headers } = response;
  headers.set('x-request-id', requestId);
  headers.set('x-content-type-options', 'nosniff');
  if (!headers.has('referrer-policy')) {
    headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  }
  if (isPublic) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains');
  // These mean something for documents alone; on each of a page's many files they only weigh.
  if (headers.get('content-type')?.startsWith('text/html')) {
    headers.set(
      'permissions-policy',
      'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    );
    headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
    headers.set('speculation-rules', '"/speculation-rules.json"');
  }
  return response;
}
