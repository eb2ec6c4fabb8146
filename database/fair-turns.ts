/** Who waits for a turn. Without one it is the site itself, which has no share to keep to. */
export type Asker = { readonly key: string; readonly signal?: AbortSignal };

export type FairTurns = {
  /** Resolves when it is this asker's turn; what it answers with ends the turn. */
  take(asker?: Asker): Promise<() => void>;
  /** Whether somebody waits. */
  isCrowded(): boolean;
  state(): { running: number; waiting: number };
};

/** Nobody's turn came: the asker's own crowd was in the way, everybody's was, or the asker left. */
export class NoTurn extends Error {
  override name = 'NoTurn';
  override readonly cause: 'own crowd' | 'crowd' | 'left';
  constructor(cause: NoTurn['cause']) {
    super(`No turn: ${cause}`);
    this.cause = cause;
  }
}

type Waiter = { begin: () => void; fail: (error: NoTurn) => void };
type Line = { running: number; share: number; waiting: Set<Waiter> };

/**
 * So many at once, and of one asker so many less that the others always find room. Who waits is called
 * by askers in a round, so that a long line of one does not stand before the short line of another.
 */
export function createFairTurns({
  atOnce,
  share,
  mostWaiting,
  mostWaitingOfOne,
  patience,
}: {
  atOnce: number;
  share: number;
  mostWaiting: number;
  mostWaitingOfOne: number;
  /** How long somebody waits at most, in milliseconds. */
  patience: number;
}): FairTurns {
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;

  function lineOf(asker: Asker | undefined): [key: string, line: Line] {
    const key = asker ? `of ${asker.key}` : '';
    const known = lines.get(key);
    if (known) return [key, known];
    const line = { running: 0, share: asker ? share : atOnce, waiting: new Set<Waiter>() };
    lines.set(key, line);
    return [key, line];
  }

  function begin(key: string, line: Line): () => void {
    running += 1;
    line.running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      line.running -= 1;
      forget(key, line);
      callNext();
    };
  }

  function forget(key: string, line: Line) {
    if (line.running === 0 && line.waiting.size === 0 && lines.get(key) === line) lines.delete(key);
  }

  function callNext() {
    for (const [key, line] of lines) {
      if (running >= atOnce || waiting === 0) return;
      const [next] = line.waiting;
      if (!next || line.running >= line.share) continue;
      // To the end of the round.
      lines.delete(key);
      lines.set(key, line);
      next.begin();
    }
  }

  async function wait(key: string, line: Line, signal: AbortSignal | undefined) {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const leave = () => {
      line.waiting.delete(waiter);
      waiting -= 1;
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const waiter: Waiter = {
      begin() {
        leave();
        resolve(begin(key, line));
      },
      fail(error) {
        leave();
        forget(key, line);
        reject(error);
      },
    };
    const giveUp = () => waiter.fail(new NoTurn('left'));
    const timer = setTimeout(() => waiter.fail(refusal(line)), patience);
    signal?.addEventListener('abort', giveUp);
    line.waiting.add(waiter);
    waiting += 1;
    return promise;
  }

  const refusal = (line: Line) => new NoTurn(line.running >= line.share ? 'own crowd' : 'crowd');

  return {
    isCrowded: () => waiting > 0,
    state: () => ({ running, waiting }),
    async take(asker) {
      const [key, line] = lineOf(asker);
      // Where there is room nobody waits who could have it.
      if (running < atOnce && line.running < line.share) return begin(key, line);
      if (asker?.signal?.aborted) throw new NoTurn('left');
      if (line.waiting.size >= mostWaitingOfOne) throw new NoTurn('own crowd');
      if (waiting >= mostWaiting) {
        forget(key, line);
        throw refusal(line);
      }
      return wait(key, line, asker?.signal);
    },
  };
}
