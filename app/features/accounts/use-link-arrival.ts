import { useEffect, useState } from 'react';
import { type LinkArrival, readLinkArrival } from '#app/session/link-arrival.ts';

/** What a link brought along when the page was opened; undefined until known. */
export function useLinkArrival(): LinkArrival | undefined {
  const [arrival, setArrival] = useState<LinkArrival>();
  // Synchronises once with the address, which the client clears when it has used the code. A session must not stay
  // there for the next person at this computer to find.
  useEffect(() => {
    const read = readLinkArrival(location);
    if (read.kind === 'session') history.replaceState(history.state, '', location.pathname);
    setArrival(read);
  }, []);
  return arrival;
}
