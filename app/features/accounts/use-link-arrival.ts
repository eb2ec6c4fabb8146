import { useEffect, useState } from 'react';
import { type LinkArrival, readLinkArrival } from '#domain/link-arrival.ts';

/** What the address brought along when the page was opened; undefined until that is known. */
export function useLinkArrival(): LinkArrival | undefined {
  const [arrival, setArrival] = useState<LinkArrival>();
  // Synchronises once with the address, which the client clears when it has used the code.
  useEffect(() => setArrival(readLinkArrival(location)), []);
  return arrival;
}
