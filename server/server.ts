import { randomUUID } from 'node:crypto';
import type { ServerBuild } from 'react-router';
import { createApi } from '#api/api.ts';
import { createPasswords } from '#api/auth/passwords.ts';
import type { Payments } from '#api/billing/context.ts';
import { createImages } from '#api/storage/images.ts';
import type { Database } from '#database/database.ts';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';
import { createQueue } from '#database/queue.ts';
import type { Config } from './config.ts';
import { answerHealth, answerLiveness, answerReadiness } from './health.ts';
import type { Keys } from './keys.ts';
import { busyPage, lastResort } from './last-resort.ts';
import type { Logger } from './logger.ts';
import { createOutboxPages } from './outbox-pages.ts';
import { createCaptcha } from './outside/captcha.ts';
import { createFiles } from './outside/files/files.ts';
import { createOutbox } from './outside/outbox.ts';
import { createPageViews } from './page-views.ts';
import { createPages } from './pages.ts';
import { createFailureReport } from './report-failures.ts';
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
  const reportBug = createFailureReport(logger);
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

    const request = withServerHeaders(incoming, requestId, clientAddress, config.trustProxy);
    const origin = config.givenSiteUrl ?? url.origin;
    const { pathname } = url;
    const message = await outboxPages(incoming, url, clientAddress);
    if (message) return message;
    if (/^\/(auth|rest|storage|functions|realtime)\/v1(\/|$)/.test(pathname))
      return callApi(request);
    if (pathname === '/livez') return answerLiveness();
    if (pathname === '/healthz') return answerHealth(database);
    if (pathname === '/readyz') return answerReadiness(database);
    if (pathname === '/config.json') {
      return Response.json(
        { supabaseUrl: origin, supabaseKey: keys.publishableKey },
        { headers: { 'cache-control': 'public, max-age=300' } },
      );
    }
    return pages.answer(request, origin, requestId);
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
      response = error instanceof DatabaseUnavailable ? busyPage() : lastResort(requestId);
    }
    return withSecurityHeaders(response, requestId, config.isPublic);
  };
  return { handle, warm: pages.warm, stop: pageViews.stop };
}

/** Headers that later code trusts are ours: what a client sent under the same name is replaced. */
function withServerHeaders(
  incoming: Request,
  requestId: string,
  socketAddress: string,
  trustProxy: boolean,
): Request {
  const headers = new Headers(incoming.headers);
  const forwarded = trustProxy
    ? headers.get('x-forwarded-for')?.split(',').pop()?.trim()
    : undefined;
  headers.set('x-request-id', requestId);
  headers.set('x-client-address', forwarded || socketAddress);
  return new Request(incoming, { headers });
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
