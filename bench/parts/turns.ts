import autocannon from 'autocannon';
import { cpuSeconds } from './cpu-seconds.ts';

/** One of the servers that are compared, and the processes whose processor time counts. */
export type Way = {
  url: string;
  pids: (number | undefined)[];
  headers?: Record<string, string>;
};

export type Figure = {
  /** Requests per second, the median of all turns. */
  rate: number;
  /** Microseconds of processor time per request, the median of all turns. */
  work: number;
  p99: number;
};

/**
 * Sends requests to several servers in short turns, one after the other, so that a slow moment of
 * the machine affects them all alike. Processor time can be measured on a busy machine; rates need
 * a quiet one.
 */
export async function takeTurns<Name extends string>(
  ways: Record<Name, Way>,
  { requests = 8_000, turns = 7 } = {},
): Promise<Record<Name, Figure>> {
  const names = Object.keys(ways) as Name[];
  const taken = new Map<Name, Figure[]>(names.map((name) => [name, []]));
  for (let turn = -1; turn < turns; turn += 1) {
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      const figure = await load(ways[name], requests);
      // The first turn warms up.
      if (turn >= 0) taken.get(name)?.push(figure);
    }
  }
  const all = names.map((name) => [name, middle(taken.get(name) ?? [])] as const);
  return Object.fromEntries(all) as Record<Name, Figure>;
}

async function load({ url, pids, headers }: Way, requests: number): Promise<Figure> {
  const busy = () => pids.reduce<number>((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = busy();
  // The tool's own clock ticks in whole seconds, which is longer than a turn.
  const begin = performance.now();
  let end = begin;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    autocannon({ url, headers, amount: requests, connections: 10 }, (error, all) =>
      error ? reject(error) : resolve(all),
    ).on('response', () => {
      end = performance.now();
    });
  });
  const failed = result['4xx'] + result['5xx'] + result.errors;
  if (failed > 0) throw new Error(`${url} answered ${failed} times with a failure.`);
  return {
    rate: (requests / (end - begin)) * 1_000,
    work: ((busy() - before) / requests) * 1_000_000,
    p99: result.latency.p99,
  };
}

function middle(figures: Figure[]): Figure {
  const of = (value: (figure: Figure) => number) => {
    const sorted = figures.map(value).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  return { rate: of(({ rate }) => rate), work: of(({ work }) => work), p99: of(({ p99 }) => p99) };
}
