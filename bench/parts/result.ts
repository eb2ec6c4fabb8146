import { z } from 'zod';

const goalSchema = z.object({
  figure: z.string(),
  kind: z.enum(['at least', 'at most']),
  limit: z.number(),
  /** The rows that the goal applies to; all, if it names none. */
  of: z.array(z.string()).optional(),
});

const momentSchema = z.object({ at: z.string(), load: z.number() });

/** What a benchmark leaves in `bench/results`. */
export const resultSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** What is compared with what, in Markdown. */
  explanation: z.string(),
  /** The first figure of a row is its name. */
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  goals: z.array(goalSchema),
  /** Figures without a goal that are charted too. */
  drawn: z.array(z.string()),
  machine: z.object({
    processor: z.string(),
    cores: z.number(),
    gigabytes: z.number(),
    node: z.string(),
    postgresql: z.string(),
  }),
  start: momentSchema,
  end: momentSchema,
});

export type Result = z.infer<typeof resultSchema>;
export type Row = Result['rows'][number];
export type Goal = z.infer<typeof goalSchema>;

export function atLeast(figure: string, limit: number, of?: string[]): Goal {
  return { figure, kind: 'at least', limit, of };
}

export function atMost(figure: string, limit: number, of?: string[]): Goal {
  return { figure, kind: 'at most', limit, of };
}

export function nameOf(row: Row): string {
  return String(Object.values(row)[0] ?? '');
}

export function goalOf(result: Pick<Result, 'goals'>, row: Row, figure: string): Goal | undefined {
  return result.goals.find(
    (goal) => goal.figure === figure && (!goal.of || goal.of.includes(nameOf(row))),
  );
}

/**
 * Judged as displayed, after rounding. What is not a number, as on a system without /proc, was not
 * measured.
 */
export function judge(value: Row[string], { kind, limit }: Goal) {
  const number = numberOf(value);
  if (number === undefined) return 'not measured';
  return (kind === 'at least' ? number >= limit : number <= limit) ? 'reached' : 'not reached';
}

export function numberOf(value: Row[string] = ''): number | undefined {
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}
