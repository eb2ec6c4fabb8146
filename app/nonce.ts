import { createContext, useContext } from 'react';

/** What the server knows of the request while it renders; empty in the browser. */
export const RequestContext = createContext<{ nonce?: string; requestId?: string }>({});

export function useRequestContext() {
  return useContext(RequestContext);
}
