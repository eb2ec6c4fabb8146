import { emit } from './events.ts';
import { refuse, refuseMissing } from './refusal.ts';
import { type Clock, newId, type State } from './state.ts';
import { catchUp, itemOf, subscriptionsOf } from './subscriptions.ts';
import { nowFor, realNow } from './time.ts';

/** A clock for one customer, or for customers who are created with it. */
export function createClock(
  state: State,
  { frozenTime, name, customer }: { frozenTime: number; name?: string; customer?: string },
): Clock {
  if (customer && !state.customers[customer]) refuseMissing('customer', customer);
  const created = realNow();
  const clock: Clock = {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created,
    deletes_after: created + 30 * 86_400,
    frozen_time: frozenTime,
    livemode: false,
    name: name ?? null,
    status: 'ready',
  };
  state.clocks[clock.id] = clock;
  if (customer) attach(state, customer, clock.id);
  return clock;
}

export function advanceClock(state: State, clock: Clock, time: number) {
  if (time <= clock.frozen_time) {
    refuse(400, 'parameter_invalid', 'Time moves only forward.', 'frozen_time');
  }
  clock.frozen_time = time;
  for (const customer of Object.values(state.customers)) {
    if (customer.test_clock === clock.id) catchUp(state, customer.id);
  }
  emit(state, 'test_helpers.test_clock.ready', clock);
}

/** For the portal's own tool: everything due at the end of the period happens now. */
export function goPastPeriodEnd(state: State, customerId: string) {
  const now = nowFor(state, customerId);
  const ends = subscriptionsOf(state, customerId).map(
    (subscription) => itemOf(subscription).current_period_end,
  );
  const time = Math.max(now, ...ends) + 3_600;
  const known = state.clocks[state.customers[customerId]?.test_clock ?? ''];
  const clock = known ?? createClock(state, { frozenTime: now, customer: customerId });
  advanceClock(state, clock, time);
}

function attach(state: State, customerId: string, clockId: string) {
  const customer = state.customers[customerId];
  if (customer) customer.test_clock = clockId;
  for (const subscription of subscriptionsOf(state, customerId)) subscription.test_clock = clockId;
}
