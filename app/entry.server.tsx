import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import {
  createServerClient,
  dataClient,
  type RequestInfo,
  requestInfo,
} from './data/data.server.ts';
import { RequestContext } from './data/request-context.ts';
import { kindOfRoute } from './pages.ts';

// The server renders with the very React Router that the pages were built with.
export { createRequestHandler } from 'react-router';
export { cachedAddress, countedPath, keptPaths } from './pages.ts';
export { bootScript } from './shell/boot-script.ts';

export type PageRequest = RequestInfo & {
  publishableKey: string;
  callApi: (request: Request) => Promise<Response>;
};

/** Called by the server for each request: what loaders find in their context. */
export function createContext(page: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  const { publishableKey, callApi, ...info } = page;
  context.set(requestInfo, info);
  context.set(dataClient, createServerClient(info.origin, publishableKey, callApi));
  return context;
}

/** Renders the whole page before it answers: pages are small, and whole they can be compressed. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestId, reportBug } = context.get(requestInfo);
  const kind = kindOfRoute(routerContext.staticHandlerContext.matches.at(-1)?.route.id);
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <RequestContext value={{ kind, nonce, requestId }}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </RequestContext>,
      {
        nonce,
        onAllReady: () => resolve(text(pipe(new PassThrough()))),
        onShellError: reject,
        // A part that failed shows its fallback; without a listener React writes to the console.
        onError: (error) => reportBug(error, requestId),
      },
    );
  });
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(html, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { reportBug, requestId } = context.get(requestInfo);
  reportBug(error, requestId);
};
