// Replaces the router's instrumentation, which nothing here uses (see vite.left-out.ts).

function refuse(): never {
  throw new Error('This site has no instrumentation.');
}

/** Called on every navigation to report to listeners, of which there are none. */
export function consumeInstrumentationClientResultMetaReceiver() {}
export const getRouteInstrumentationUpdates = refuse;
export const instrumentClientSideRouter = refuse;
