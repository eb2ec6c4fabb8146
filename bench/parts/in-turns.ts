/** In turns, so that a slow moment of the machine meets all of them alike. */
export async function measureInTurns(
  asks: (() => Promise<unknown>)[],
  tries: number,
): Promise<number[][]> {
  const times = asks.map((): number[] => []);
  for (let count = -10; count < tries; count += 1) {
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
