import { createContext, useContext } from 'react';

/** The answer of check-subscription. */
export type Membership = {
  subscribed: boolean;
  productId: string | null;
  subscriptionEnd: string | null;
  /** It ends then instead of renewing. */
  isEnding: boolean;
  /** It has already ended there: it cannot be resumed, only bought again. */
  isOver: boolean;
  /** The last payment failed, and another card would fix it. */
  isPaymentOwed: boolean;
  /** Paused at the payment service, where it can be resumed. */
  isPaused: boolean;
  /** Running without charges, because the site's operator has paused payments. */
  isUncharged: boolean;
  /** Their own last membership ended because its payment kept failing. */
  hasEndedUnpaid: boolean;
  /** There is, or was, a membership of their own, with cards and invoices. */
  hasHistory: boolean;
  /** How many colleagues had a seat in the ended membership. */
  keptSeats: number;
  /** The company that pays, for people with a seat in its membership. */
  seatOf: string | null;
  /** That membership's last payment failed. */
  isSeatOwed: boolean;
  /** The company whose membership has ended or is on hold, for people who had a seat in it. */
  lostSeatOf: string | null;
  /** How many seats the person pays for. */
  seats: number;
};

/**
 * Somebody whose membership is running, awaiting a payment or paused should manage that one: buying would create a
 * second.
 */
export const mayBuy = ({ subscribed, isPaymentOwed, isPaused }: Membership) =>
  !subscribed && !isPaymentOwed && !isPaused;

export type MembershipState =
  | { status: 'loading' }
  /** The first check failed, so nothing is known. `why`: what to say about it, if known. */
  | { status: 'unknown'; why?: string | undefined }
  | ({ status: 'known' } & Membership);

/** The result of a check: `fresh` from the payment service, `old` if that did not answer, `failed` if nothing did. */
export type Checked = 'fresh' | 'old' | 'failed';

export type MembershipContextValue = {
  state: MembershipState;
  /** Checks with the payment service, unless that was done a moment ago. */
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
