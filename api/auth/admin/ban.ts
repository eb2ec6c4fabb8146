import { z } from 'zod';
import type { Session } from '#database/database.ts';

const seconds: Record<string, number> = {
  h: 3_600,
  m: 60,
  s: 1,
  ms: 1e-3,
  us: 1e-6,
  µs: 1e-6,
  ns: 1e-9,
};
const part = String.raw`(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|h|m|s)`;
const whole = new RegExp(`^(none|[+-]?(0|(${part})+))$`);

/** A duration in Go's format, such as `24h` or `1h30m`; `none` lifts a ban. */
export const banField = z
  .string()
  .regex(whole, {
    error: ({ input }) =>
      `invalid format for ban duration: time: invalid duration ${JSON.stringify(input)}`,
  })
  .nullish();

/** When the ban ends; null lifts it, and undefined leaves it unchanged. */
export async function banEnd(
  session: Session,
  duration: string | null | undefined,
): Promise<Date | null | undefined> {
  if (!duration) return undefined;
  if (duration === 'none') return null;
  const total = [...duration.matchAll(new RegExp(part, 'g'))].reduce(
    (sum, [, amount = '0', unit = 's']) => sum + Number(amount) * (seconds[unit] ?? 0),
    0,
  );
  // A ban of no or negative length is no ban.
  if (total === 0 || duration.startsWith('-')) return null;
  const { rows } = await session.query<{ at: Date }>({
    text: 'select now() + make_interval(secs => $1) as at',
    values: [Math.min(total, 100 * 365 * 86_400)],
  });
  return rows[0]?.at;
}
