import { useEffect } from 'react';
import { callFunction } from '#app/data/call-function.ts';

/** For postings that lead elsewhere, the click itself is counted; here, arrivals are. */
export function useArrivalCount(jobId: string | undefined) {
  // Synchronises the figures of the posting with the page.
  useEffect(() => {
    if (!jobId) return;
    callFunction('track-job-click', { jobId, referrer: location.href }).then((answer) => {
      if ('failure' in answer) console.warn('Not counted:', answer.failure.message);
    });
  }, [jobId]);
}
