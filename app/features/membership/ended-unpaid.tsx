import { Notice } from '#app/ui/notice.tsx';

/** To whoever comes back after the last try at a renewal. */
export function EndedUnpaid() {
  return (
    <Notice tone="danger" title="Your membership ended because its payment failed">
      The card could not be charged, also when it was tried again. Nothing is owed. Subscribe again
      to go on; the candidates whom you saved, your notes and your conversations are kept.
    </Notice>
  );
}
