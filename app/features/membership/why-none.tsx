import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import * as links from '#domain/site/links.ts';
import type { Membership } from './use-membership.ts';

/** For people who had a membership, or a seat, and come back without one. */
export function WhyNone({ hasEndedUnpaid, isPaused, keptSeats, lostSeatOf }: Membership) {
  return (
    <>
      {hasEndedUnpaid && (
        <Notice tone="danger" title="Your membership ended because its payment failed">
          The card could not be charged, even when it was tried again. You owe nothing. Subscribe
          again to go on: your saved candidates, your notes and your conversations are still here.
        </Notice>
      )}
      {keptSeats > 0 && !isPaused && (
        <p>
          {keptSeats === 1 ? 'A colleague' : `${keptSeats} colleagues`} had a seat in your last
          membership. The next one begins without {keptSeats === 1 ? 'it' : 'theirs'}: add{' '}
          {keptSeats === 1 ? 'it' : 'them'} under Seats after you subscribe, and{' '}
          {keptSeats === 1 ? 'it counts' : 'they count'} again.
        </p>
      )}
      {lostSeatOf && (
        <Notice tone="danger" title="Your seat has ended">
          The membership of <bdi>{lostSeatOf}</bdi> has ended or is on hold. Before you pay for one
          of your own, ask there whether it goes on.{' '}
          <Link href={links.myCompany}>See who works there</Link>
        </Notice>
      )}
    </>
  );
}
