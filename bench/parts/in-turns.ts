/**
 * In turns, so that a slow moment of the machine affects all of them alike. On a busy machine it
 * ends after `most` milliseconds, with the tries made by then, at least ten.
 */
export async function measureInTurns(
  asks: (() => Promise<unknown>)[],
  tries: number,
  most = Number.POSITIVE_INFINITY,
): Promise<number[][]> {
  const times = asks.map((): number[] => []);
  const begun = performance.now();
  for (let count = -10; count < tries; count += 1) {
    if (count >= 10 && performance.now() - begun > most) break;
    for (const [place, ask] of asks.entries()) {
      const begin = performance.now();
      await ask();
      if (count >= 0) times[place]?.push(performance.now() - begin);
    }
  }
  return times;
}

export function at(times: number[] = [], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}
