import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { wordsForBrowser } from './content/words/for-browser.ts';
import { type DataClient, dataClient, type RequestInfo, requestInfo } from './data/data.server.ts';
import { RequestContext } from './data/request-context.ts';
import { pageOfRoute } from './pages.ts';
import { type WriteOnce, writePage } from './write-page.tsx';

export { createRequestHandler } from 'react-router';
// The server must render with the same copy of React Router that the pages were built with.
export { readWordsFrom } from '#domain/site/words.ts';
export { findPlaceholders } from './content/placeholders.ts';
export { wordKinds } from './content/words/kinds.ts';
export { createServerClient } from './data/data.server.ts';
export { agingPaths, cachedAddress, countedPath, keptPaths, patternOf } from './page-paths.ts';
export { bootScript } from './shell/boot-script.ts';

export type PageRequest = RequestInfo & { client: DataClient };

/** What loaders find in their context. The server calls this for each request. */
export function createContext({ client, ...info }: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestInfo, info);
  context.set(dataClient, client);
  return context;
}

/**
 * Renders the whole page before answering: pages are small, and a whole page can be compressed. The page goes to
 * `hand` instead of into the response, whose body would be a stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  // Do not render for a client that has left: React Router checks this only before it loads the data.
  request.signal.throwIfAborted();
  const info = context.get(requestInfo);
  const { nonce, requestId, wordsVersion } = info;
  const { kind, needsPerson } = pageOfRoute(
    routerContext.staticHandlerContext.matches.at(-1)?.route.id,
  );
  const forScreen =
    kind === 'screen'
      ? { browserWords: wordsForBrowser(), dataService: info.dataService }
      : undefined;
  const draw = (context: EntryContext, writeOnce?: WriteOnce) => (
    <RequestContext value={{ kind, needsPerson, nonce, requestId, ...forScreen, writeOnce }}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </RequestContext>
  );
  // Only screens are hydrated. Other pages need none of React's markers and wait for nothing, so they are
  // written in one go, at half the cost. In development a part may have changed by the next request.
  const isOnce = import.meta.env.PROD && wordsVersion !== undefined;
  info.hand(
    kind === 'screen'
      ? await renderForHydration(draw(routerContext), info)
      : writePage(
          (writeOnce) => draw(withoutOthers(routerContext), isOnce ? writeOnce : undefined),
          wordsVersion,
        ),
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(null, { status, headers });
}

/**
 * Only what the router needs to write this page. A hydrated page also gets the elements of every other route, and
 * its data a second time for the browser.
 */
function withoutOthers(routerContext: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = routerContext;
  const routes: typeof manifest.routes = {};
  for (const { route } of staticHandlerContext.matches)
    routes[route.id] = manifest.routes[route.id];
  return { ...routerContext, manifest: { ...manifest, routes }, serverHandoffStream: undefined };
}

function renderForHydration(
  page: ReactNode,
  { nonce, requestId, reportBug }: RequestInfo,
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => resolve(buffer(pipe(new PassThrough()))),
      onShellError: reject,
      // The part that failed shows its fallback; without a listener, React would write to the console.
      onError: (error) => reportBug(error, requestId),
    });
  });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { reportBug, requestId } = context.get(requestInfo);
  reportBug(error, requestId);
};
