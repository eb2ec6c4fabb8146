// Stands in for the router's reports on itself, which nothing here asks for (see vite.left-out.ts).

function refuse(): never {
  throw new Error('This site has no instrumentation.');
}

/** Asked at each navigation for who wants to hear of it: nobody. */
export function consumeInstrumentationClientResultMetaReceiver() {}
export const getRouteInstrumentationUpdates = refuse;
export const instrumentClientSideRouter = refuse;
