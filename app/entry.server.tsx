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
import { createServerClient, dataClient, requestInfo } from './data.ts';
import { RequestContext } from './nonce.ts';

export { keptPaths } from './kept-paths.ts';
export { bootScript } from './shell/boot-script.ts';

export type PageRequest = {
  /** Where the browser finds us. */
  origin: string;
  requestId: string;
  /** Pages that are kept have none: their inline scripts are allowed by hash. */
  nonce: string | undefined;
  publishableKey: string;
  callApi: (request: Request) => Promise<Response>;
};

/** Called by the server for each request: what loaders find in their context. */
export function createContext(page: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  const { origin, nonce, requestId } = page;
  context.set(requestInfo, { origin, nonce, requestId });
  context.set(dataClient, createServerClient(origin, page.publishableKey, page.callApi));
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
  const info = context.get(requestInfo);
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <RequestContext value={info}>
        <ServerRouter context={routerContext} url={request.url} nonce={info.nonce} />
      </RequestContext>,
      {
        nonce: info.nonce,
        onAllReady: () => resolve(text(pipe(new PassThrough()))),
        onShellError: reject,
      },
    );
  });
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(html, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const requestId = context.get(requestInfo).requestId;
  console.error(
    JSON.stringify({ level: 'error', requestId, error: String((error as Error)?.stack ?? error) }),
  );
};
