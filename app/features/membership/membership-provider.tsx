import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import type { BrowserData } from '#app/data/open-data.ts';
import { useNews } from '#app/live/use-news.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { openChannel, tellOtherTabs } from '#app/shell/other-tabs.ts';
import { reflectMembership } from '#app/shell/session-state.ts';
import {
  type Checked,
  type Membership,
  MembershipContext,
  type MembershipState,
  noMembership,
} from './use-membership.ts';

const pollMs = 60_000;
/** Returning to a tab fires two events at once. */
const settleMs = 1_000;

type Answer = {
  subscribed: boolean;
  product_id: string | null;
  subscription_end: string | null;
  is_ending: boolean;
  is_over: boolean;
  is_payment_owed: boolean;
  is_paused: boolean;
  is_uncharged: boolean;
  has_ended_unpaid: boolean;
  has_history: boolean;
  kept_seats: number;
  seat_of: string | null;
  is_seat_owed: boolean;
  lost_seat_of: string | null;
  seats: number;
  /** Not in the answer as specified, which comes from the payment service itself. */
  is_fresh?: boolean;
};

type Message = { userId: string; membership: Membership };

/** Follows the membership of the person who is signed in, in step with this browser's other tabs. */
export function MembershipProvider({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  const userId = user?.id;
  const [known, setKnown] = useState<{ userId?: string; state: MembershipState }>();

  const check = useCallback(
    async (refresh: boolean): Promise<Checked> => {
      if (!userId) return 'failed';
      const answer = await callFunction<Answer>('check-subscription', { refresh });
      if ('failure' in answer) {
        const { code, message } = answer.failure;
        console.warn('The membership could not be checked:', message);
        const isBlocked = code === 'user_banned';
        const why = isBlocked || code === 'changed_on_the_way' ? message : undefined;
        setKnown((before) =>
          before?.userId === userId && !isBlocked
            ? before
            : { userId, state: { status: 'unknown', why } },
        );
        return 'failed';
      }
      const membership = read(answer.data);
      setKnown({ userId, state: { status: 'known', ...membership } });
      reflectMembership(userId, membership.subscribed);
      tellOtherTabs(channelName, { userId, membership } satisfies Message);
      return answer.data.is_fresh === false ? 'old' : 'fresh';
    },
    [userId],
  );

  // Synchronises with the service: now, every minute, and when the person returns to this tab.
  useEffect(() => {
    if (!userId) return;
    let last = 0;
    const look = (refresh: boolean) => {
      if (document.hidden || Date.now() - last < settleMs) return;
      last = Date.now();
      check(refresh);
    };
    const comeBack = () => look(true);
    look(false);
    const poll = setInterval(() => look(false), pollMs);
    addEventListener('focus', comeBack);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      clearInterval(poll);
      removeEventListener('focus', comeBack);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [userId, check]);

  // The payment service has reported a payment.
  useNews(userId, 'membership', () => check(false));

  // Synchronises with the other tabs.
  useEffect(() => {
    const channel = openChannel(channelName);
    if (!channel) return;
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.userId !== userId) return;
      setKnown({ userId, state: { status: 'known', ...data.membership } });
    };
    return () => channel.close();
  }, [userId]);

  const value = useMemo(
    () => ({ state: stateFor(userId, known), refresh: () => check(true) }),
    [userId, known, check],
  );
  return <MembershipContext value={value}>{children}</MembershipContext>;
}

/** The first check, for screens that send requests early. */
export function askMembership(data: BrowserData) {
  return data.functions.invoke('check-subscription', { body: { refresh: false } });
}

const channelName = 'membership';

/** Nobody has no membership; what is known about another person does not count. */
function stateFor(
  userId: string | undefined,
  known: { userId?: string; state: MembershipState } | undefined,
): MembershipState {
  if (!userId) return { status: 'known', ...noMembership };
  return known?.userId === userId ? known.state : { status: 'loading' };
}

function read(answer: Answer): Membership {
  return {
    subscribed: answer.subscribed,
    productId: answer.product_id,
    subscriptionEnd: answer.subscription_end,
    isEnding: answer.is_ending,
    isOver: answer.is_over,
    isPaymentOwed: answer.is_payment_owed,
    isPaused: answer.is_paused,
    isUncharged: answer.is_uncharged,
    hasEndedUnpaid: answer.has_ended_unpaid,
    hasHistory: answer.has_history,
    keptSeats: answer.kept_seats,
    seatOf: answer.seat_of,
    isSeatOwed: answer.is_seat_owed,
    lostSeatOf: answer.lost_seat_of,
    seats: answer.seats,
  };
}
