import { createContext, useContext } from 'react';

/** What check-subscription answers. */
export type Membership = {
  subscribed: boolean;
  productId: string | null;
  subscriptionEnd: string | null;
  /** It ends then instead of renewing. */
  isEnding: boolean;
  /** It has ended there already: it cannot be resumed, only bought again. */
  isOver: boolean;
  /** The last payment failed, and another card would mend it. */
  isPaymentOwed: boolean;
  /** Paused at the payment service, where it is resumed. */
  isPaused: boolean;
  /** It runs, and nothing is charged meanwhile: whoever runs the site paused its payments. */
  isUncharged: boolean;
  /** The last one of their own is over because its payment failed, again and again. */
  hasEndedUnpaid: boolean;
  /** There is, or was, one of their own, with cards and invoices. */
  hasHistory: boolean;
  /** Colleagues who had a seat of the one that is over. */
  keptSeats: number;
  /** The company that pays, for whoever has a seat of its membership. */
  seatOf: string | null;
  /** Its last payment failed. */
  isSeatOwed: boolean;
  /** The company whose membership has ended or is on hold, for whoever had a seat of it. */
  lostSeatOf: string | null;
  /** How many seats the person pays for. */
  seats: number;
};

/** Whoever has one that runs, waits for a payment or is paused manages that one: another would be a second. */
export const mayBuy = ({ subscribed, isPaymentOwed, isPaused }: Membership) =>
  !subscribed && !isPaymentOwed && !isPaused;

export type MembershipState =
  | { status: 'loading' }
  /** The first check failed, so nobody knows. `why`: what is said of it where that is known. */
  | { status: 'unknown'; why?: string | undefined }
  | ({ status: 'known' } & Membership);

/** What came of a check: the payment service was asked, or did not answer, or nothing did. */
export type Checked = 'fresh' | 'old' | 'failed';

export type MembershipContextValue = {
  state: MembershipState;
  /** Asks the payment service, unless it was asked a moment ago. */
  refresh(): Promise<Checked>;
};

export const noMembership: Membership = {
  subscribed: false,
  productId: null,
  subscriptionEnd: null,
  isEnding: false,
  isOver: false,
  isPaymentOwed: false,
  isPaused: false,
  isUncharged: false,
  hasEndedUnpaid: false,
  hasHistory: false,
  keptSeats: 0,
  seatOf: null,
  isSeatOwed: false,
  lostSeatOf: null,
  seats: 1,
};

export const MembershipContext = createContext<MembershipContextValue | undefined>(undefined);

export function useMembership(): MembershipContextValue {
  const membership = useContext(MembershipContext);
  if (!membership) throw new Error('useMembership must be used within a MembershipProvider');
  return membership;
}
