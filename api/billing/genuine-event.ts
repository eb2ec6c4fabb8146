import type { Payments } from './context.ts';

/** In milliseconds: anybody can send unsigned requests, and must not be able to make us ask without limit. */
const askEvery = 60_000;
const asked = new WeakMap<Payments, number>();

/**
 * Whether an event with a wrong signature really is from the payment service: then our secret or our clock is wrong.
 */
export async function isGenuine(payments: Payments, body: string): Promise<boolean> {
  const id = /"id":\s*"(evt_\w{1,255})"/.exec(body)?.[1];
  if (!id) return false;
  const now = performance.now();
  if (now - (asked.get(payments) ?? Number.NEGATIVE_INFINITY) < askEvery) return false;
  asked.set(payments, now);
  try {
    const event = await payments.read<{ id: string }>(`/v1/events/${id}`);
    return event.id === id;
  } catch {
    // Unknown there, or unreachable now: nothing shows that the event is theirs.
    return false;
  }
}
