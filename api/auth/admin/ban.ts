import { z } from 'zod';

const seconds: Record<string, number> = { h: 3_600, m: 60, s: 1, ms: 0.001 };

/** A time as Go writes it, such as `24h` or `1h30m`; `none` lifts a ban. */
export const banField = z
  .string()
  .regex(/^(none|(\d+(\.\d+)?(h|ms|m|s))+)$/, 'must be none or a time such as 24h')
  .nullish();

/** When the ban ends; null lifts it, undefined leaves it as it is. */
export function banEnd(duration: string | null | undefined): Date | null | undefined {
  if (!duration) return undefined;
  if (duration === 'none') return null;
  const total = [...duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)].reduce(
    (sum, [, amount = '0', unit = 's']) => sum + Number(amount) * (seconds[unit] ?? 0),
    0,
  );
  return new Date(Date.now() + Math.min(total, 100 * 365 * 86_400) * 1_000);
}
