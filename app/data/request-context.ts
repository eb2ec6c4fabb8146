import { createContext, useContext } from 'react';
import type { PageKind } from '../pages.ts';
import type { WriteOnce } from '../write-page.tsx';

type RequestFacts = {
  kind: PageKind;
  /** Whoever sees the page is signed in. */
  needsPerson?: boolean;
  /** Kept pages have neither of these. */
  nonce?: string;
  requestId?: string;
  /** What a screen must know of published words, as JSON; nothing where all is as the release has it. */
  browserWords?: string | undefined;
  /** Where a screen asks for data, and with which key, as JSON. */
  dataService?: string | undefined;
  /** Where the server draws a page that React does not take over. */
  writeOnce?: WriteOnce;
};

/** What one request hands to the document it renders. In the browser, React draws screens alone. */
export const RequestContext = createContext<RequestFacts>({ kind: 'screen' });

export function useRequestContext() {
  return useContext(RequestContext);
}
