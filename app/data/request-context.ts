import { createContext, useContext } from 'react';

/** What one request hands to the document it renders. Prerendered pages have neither. */
export const RequestContext = createContext<{ nonce?: string; requestId?: string }>({});

export function useRequestContext() {
  return useContext(RequestContext);
}
