import { createContext, useContext } from 'react';
import type { PageKind } from '../pages.ts';
import type { WriteOnce } from '../write-page.tsx';

type RequestFacts = {
  kind: PageKind;
  /** The page is only for people who are signed in. */
  needsPerson?: boolean;
  /** Cached pages have neither. */
  nonce?: string;
  requestId?: string;
  /** Published words that a screen needs, as JSON; undefined if everything is as released. */
  browserWords?: string | undefined;
  /** Where a screen finds its data, and the key for it, as JSON. */
  dataService?: string | undefined;
  /** Set where the server renders a page that React does not hydrate. */
  writeOnce?: WriteOnce;
};

/** What a request passes to the document it renders. In the browser, React renders only screens. */
export const RequestContext = createContext<RequestFacts>({ kind: 'screen' });

export function useRequestContext() {
  return useContext(RequestContext);
}
