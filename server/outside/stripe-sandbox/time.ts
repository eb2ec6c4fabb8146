import type { State } from './state.ts';

/** Seconds, as everywhere in Stripe. */
export function realNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** The current time for a customer: that of their test clock, if they have one. */
export function nowFor(state: State, customerId: string): number {
  const clock = state.customers[customerId]?.test_clock;
  return (clock && state.clocks[clock]?.frozen_time) || realNow();
}

/** The same day of the next month, or the last day of a shorter month. */
export function addMonths(start: number, months: number): number {
  const date = new Date(start * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
}
