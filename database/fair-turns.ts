/** Who waits for a turn. Undefined means the site itself, which has no share to keep to. */
export type Asker = { readonly key: string; readonly signal?: AbortSignal };

export type FairTurns = {
  /** Resolves when it is this asker's turn, with a function that ends the turn. */
  take(asker?: Asker): Promise<() => void>;
  /** Why an asker with this key would be neither served nor queued now. */
  refusal(key: string): Crowd | undefined;
  /** Whether anybody waits, and not only for turns of their own to end. */
  isCrowded(): boolean;
  state(): { running: number; waiting: number };
};

/** Who is over the limit: this asker alone, or everybody together. */
export type Crowd = 'own crowd' | 'crowd';

/** No turn was given: the asker has too many waiting, there are too many altogether, or the asker left. */
export class NoTurn extends Error {
  override name = 'NoTurn';
  override readonly cause: Crowd | 'left';
  constructor(cause: NoTurn['cause']) {
    super(`No turn: ${cause}`);
    this.cause = cause;
  }
}

type Waiter = { begin: () => void; fail: (error: NoTurn) => void };
type Line = { running: number; share: number; waiting: Set<Waiter> };

const nameOf = (key: string) => `of ${key}`;

/**
 * Limits how much runs at once, and one asker to a share that always leaves room for others. Waiting askers are served
 * round-robin, so that the long queue of one does not hold up the short queue of another.
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
  /** How long anybody waits at most, in milliseconds. */
  patience: number;
}): FairTurns {
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;

  function lineOf(asker: Asker | undefined): [key: string, line: Line] {
    const key = asker ? nameOf(asker.key) : '';
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
      // To the back of the round.
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
    const timer = setTimeout(() => waiter.fail(new NoTurn(crowdOf(line))), patience);
    signal?.addEventListener('abort', giveUp);
    line.waiting.add(waiter);
    waiting += 1;
    return promise;
  }

  const crowdOf = (line: Line) => (line.running >= line.share ? 'own crowd' : 'crowd');
  // If there is room, nobody waits who may have it.
  const hasRoom = (line: Line) => running < atOnce && line.running < line.share;

  function whyFull(line: Line): Crowd | undefined {
    if (line.waiting.size >= mostWaitingOfOne) return 'own crowd';
    return waiting >= mostWaiting ? crowdOf(line) : undefined;
  }

  const emptyLine: Line = { running: 0, share, waiting: new Set() };

  return {
    isCrowded: () => waiting > 0 && running >= atOnce,
    state: () => ({ running, waiting }),
    refusal(key) {
      const line = lines.get(nameOf(key)) ?? emptyLine;
      return hasRoom(line) ? undefined : whyFull(line);
    },
    async take(asker) {
      const [key, line] = lineOf(asker);
      if (hasRoom(line)) return begin(key, line);
      if (asker?.signal?.aborted) throw new NoTurn('left');
      const crowd = whyFull(line);
      if (crowd) {
        forget(key, line);
        throw new NoTurn(crowd);
      }
      return wait(key, line, asker?.signal);
    },
  };
}
