import type { Payments } from './context.ts';

/** In milliseconds: anybody can send what nobody signed, and may not make us ask without end. */
const askEvery = 60_000;
const asked = new WeakMap<Payments, number>();

/** Whether an event whose signature does not match is the payment service's: then our secret or our clock is wrong. */
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
    // Unknown there, or not to be asked now: nothing says that it is theirs.
    return false;
  }
}
