import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { type DataClient, dataClient, type RequestInfo, requestInfo } from './data/data.server.ts';
import { RequestContext } from './data/request-context.ts';
import { pageOfRoute } from './pages.ts';

// The server renders with the very React Router that the pages were built with.
export { createRequestHandler } from 'react-router';
export { createServerClient } from './data/data.server.ts';
export { cachedAddress, countedPath, keptPaths } from './pages.ts';
export { bootScript } from './shell/boot-script.ts';

export type PageRequest = RequestInfo & { client: DataClient };

/** Called by the server for each request: what loaders find in their context. */
export function createContext({ client, ...info }: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestInfo, info);
  context.set(dataClient, client);
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
  // Whoever has left is not drawn for. React Router looks at this before it asks for the data alone.
  request.signal.throwIfAborted();
  const info = context.get(requestInfo);
  const { nonce, requestId } = info;
  const { kind, needsPerson } = pageOfRoute(
    routerContext.staticHandlerContext.matches.at(-1)?.route.id,
  );
  const page = (
    <RequestContext
      value={{
        kind,
        needsPerson,
        nonce,
        requestId,
        writeOnce: kind === 'screen' ? undefined : writeOnce,
      }}
    >
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </RequestContext>
  );
  // React takes over screens alone. The others need none of its marks, and waiting for nothing they are
  // written in one go, which costs half.
  const html =
    kind === 'screen'
      ? await renderForHydration(page, info)
      : `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(Buffer.from(html), { status, headers });
}

const written = new Map<string, string>();
/** The header of an address that somebody makes up is written as well. */
const mostWritten = 200;

/** In development a part may be another at the next request. */
const writeOnce = import.meta.env.PROD
  ? (name: string, part: ReactNode) => {
      let html = written.get(name);
      if (html === undefined) {
        html = renderToStaticMarkup(part);
        if (written.size >= mostWritten) written.clear();
        written.set(name, html);
      }
      return html;
    }
  : undefined;

function renderForHydration(
  page: ReactNode,
  { nonce, requestId, reportBug }: RequestInfo,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      // A part that failed shows its fallback; without a listener React writes to the console.
      onError: (error) => reportBug(error, requestId),
    });
  });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { reportBug, requestId } = context.get(requestInfo);
  reportBug(error, requestId);
};
