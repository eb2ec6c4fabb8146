import { createContext, type ReactNode, useContext } from 'react';
import type { PageKind } from '../pages.ts';

type RequestFacts = {
  kind: PageKind;
  /** Whoever sees the page is signed in. */
  needsPerson?: boolean;
  /** Kept pages have neither of these. */
  nonce?: string;
  requestId?: string;
  /** Where the server draws a page that React does not take over. */
  writeOnce?: (name: string, part: ReactNode) => string;
};

/** What one request hands to the document it renders. In the browser, React draws screens alone. */
export const RequestContext = createContext<RequestFacts>({ kind: 'screen' });

export function useRequestContext() {
  return useContext(RequestContext);
}
