import { z } from 'zod';
import { ApiError } from '../errors.ts';
import {
  type FunctionCall,
  type Functions,
  readBody,
  type ServerFunction,
} from '../functions/context.ts';
import { requireBuyer } from './buyer.ts';
import { readOwnCustomer } from './customer.ts';
import { atStripe } from './stripe-failure.ts';
import { syncCustomer } from './sync-customer.ts';

const bodySchema = z.object({ refresh: z.boolean().default(true) });

type Asking = { began: number; isDone: boolean; now: Promise<unknown>; next?: Promise<unknown> };

/** Concurrent requests, in any number of tabs, share one call. */
const lastAsked = new Map<string, Asking>();
/** In milliseconds: nobody pays and returns faster than this. */
const sameMoment = 500;
/** In milliseconds: no request waits longer than this for its turn. */
const forgetAfter = 60_000;

/** For clients that poll, an answer stays valid this long. */
const recentSeconds = 5;

/**
 * Whether the membership gives access now. Asks the payment service first; if that does not answer, our own table
 * does, and `is_fresh` is false. `refresh: false` reads only the table, for pages that check often.
 */
export const checkSubscription: ServerFunction = async (functions, call) => {
  const came = Date.now();
  const account = await requireBuyer(functions, call, 'check-subscription');
  const { refresh } = await readBody(call.request, bodySchema);
  const { database, billing, reportBug } = functions;
  let isFresh = true;
  if (refresh && billing) {
    const customer =
      (await readOwnCustomer(functions, call, recentSeconds)) ??
      (await customerWithinLimit(functions, call, account));
    if (customer) {
      const asking = () => askOnce(customer, came, () => syncCustomer(billing, customer));
      isFresh = await atStripe('', asking, reportBug).then(
        () => true,
        (error) => {
          if (error instanceof ApiError) return false;
          throw error;
        },
      );
    }
  }
  const { rows } = await database.askAs<Status>(call.caller, {
    name: 'check-subscription',
    text: `select m.*, exists (select from public.subscriptions as s
          where s.user_id = (select auth.uid()) and s.ended_unpaid
            and s.status = 'canceled') as has_ended_unpaid,
        m.seat_of is null and exists (select from public.subscriptions as s
          where s.user_id = (select auth.uid()) and s.charges_paused) as is_uncharged,
        private.own_customer(0) is not null and exists (select from public.subscriptions as s
          where s.user_id = (select auth.uid()) and s.product_id is not null) as has_history,
        case when m.has_access or m.is_owed then 0 else private.kept_seats() end as kept_seats,
        case when m.has_access then null else private.own_lost_seat() end as lost_seat_of
      from (select) as asked left join private.own_membership() as m on true`,
  });
  const [row] = rows;
  const active = row?.has_access ? row : undefined;
  return {
    subscribed: Boolean(active),
    product_id: active?.product_id ?? null,
    subscription_end: active?.ends_at ?? null,
    /** The membership ends at that time instead of renewing. */
    is_ending: active ? active.cancel_at_period_end || active.status === 'canceled' : false,
    /** It cannot be resumed; a new one can be bought afterwards. */
    is_over: active?.status === 'canceled',
    /** The last payment failed and can be retried in the portal. */
    is_payment_owed: row?.is_owed ?? false,
    /** It is running without charges: its payments are paused. */
    is_uncharged: Boolean(active) && (row?.is_uncharged ?? false),
    /** It is paused at the payment service: it has to be resumed there, and buying another would be a second one. */
    is_paused: !active && row?.status === 'paused',
    /** The person's last own membership ended because its payment kept failing. */
    has_ended_unpaid: row?.has_ended_unpaid ?? false,
    /** The person has, or had, a membership of their own: the portal has their cards and invoices. */
    has_history: row?.has_history ?? false,
    /**
     * Colleagues who had a seat of a membership that is over, and who get it back when seats are bought: the next
     * membership includes none for them.
     */
    kept_seats: row?.kept_seats ?? 0,
    /** The company that pays for this person's seat. */
    seat_of: active?.seat_of ?? null,
    /** The membership's last payment failed, so this seat ends too unless that is paid. */
    is_seat_owed: Boolean(active?.seat_of) && active?.status === 'past_due',
    /** The company whose membership has ended or is on hold, if this person had a seat of it. */
    lost_seat_of: row?.lost_seat_of ?? null,
    /** How many seats are paid for, including those that come with the membership. */
    seats: active?.seats ?? 1,
    is_fresh: isFresh,
  };
};

/** A program may pay or cancel within a second of its last check. */
async function customerWithinLimit(
  functions: Functions,
  call: FunctionCall,
  { id }: { id: string },
): Promise<string | undefined> {
  const customer = await readOwnCustomer(functions, call);
  if (!customer) return undefined;
  try {
    await functions.limits.take('membershipCheck', id);
    return customer;
  } catch (refusal) {
    if (refusal instanceof ApiError) return undefined;
    throw refusal;
  }
}

/**
 * An answer is recent enough if its request was sent after the caller arrived. Callers outside the shared moment wait
 * for the next request, because the one under way may have been sent before a payment.
 */
function askOnce(customer: string, came: number, ask: () => Promise<unknown>): Promise<unknown> {
  const asking = lastAsked.get(customer);
  if (asking && asking.began >= came) return asking.now;
  if (!asking || asking.isDone) return begin(customer, ask);
  if (Date.now() - asking.began < sameMoment) return asking.now;
  asking.next ??= asking.now.then(
    () => begin(customer, ask),
    () => begin(customer, ask),
  );
  return asking.next;
}

function begin(customer: string, ask: () => Promise<unknown>): Promise<unknown> {
  const now = ask().finally(() => {
    asking.isDone = true;
    setTimeout(() => {
      if (lastAsked.get(customer) === asking) lastAsked.delete(customer);
    }, forgetAfter).unref();
  });
  const asking: Asking = { began: Date.now(), isDone: false, now };
  lastAsked.set(customer, asking);
  return now;
}

/** Without a payment or a seat, there is only a past status. */
type Status = {
  has_access: boolean | null;
  is_owed: boolean | null;
  has_ended_unpaid: boolean;
  is_uncharged: boolean;
  has_history: boolean;
  kept_seats: number;
  lost_seat_of: string | null;
  product_id: string | null;
  status: string;
  ends_at: Date | null;
  cancel_at_period_end: boolean;
  seat_of: string | null;
  seats: number | null;
};
