import type { Database } from '../database.ts';
import { onBehalfOf } from '../on-behalf-of.ts';

export type ProvenLine = {
  /** Everything committed up to a second ago has been heard. */
  isProven(): boolean;
  /** The same after a quiet period: waits a moment for the probe that is on its way. */
  prove(): Promise<boolean>;
};

type Hearer = {
  hear(word: string): void;
  /** The connection is new, or was lost and is back: earlier notifications are unknown. */
  forgetAll(): void;
};

const trustedFor = 1_000;
const proofEvery = 400;
const patience = 250;
/** Marks the probes that processes send to themselves; others ignore them. */
const proof = 'proof ';

/**
 * Listens for NOTIFY on a channel, and proves that it works: a probe sent through the database came
 * back at most a second after it was sent, so every change committed before that has been heard
 * too. A connection that is lost, slow, or behind a pooler that drops NOTIFY is not proven, and its
 * caches must ask the database.
 */
export function openProvenLine(
  database: Pick<Database, 'listen' | 'asService'>,
  channel: string,
  hearer: Hearer,
): ProvenLine {
  const ownName = `${proof}${crypto.randomUUID()} `;
  let listening: Promise<unknown> | undefined;
  /** The last probe has not come back, or could not be sent: nobody waits for the next one. */
  let isSilent = false;
  let sentAt = Number.NEGATIVE_INFINITY;
  let provenAt = Number.NEGATIVE_INFINITY;
  const waiting = new Set<() => void>();

  function hear(word: string): void {
    if (word.startsWith(ownName)) {
      provenAt = Number(word.slice(ownName.length));
      isSilent = false;
      wake();
    } else if (word === '') hearer.forgetAll();
    else if (!word.startsWith(proof)) hearer.hear(word);
  }

  function lose(): void {
    provenAt = Number.NEGATIVE_INFINITY;
    giveUp();
  }

  function giveUp(): void {
    isSilent = true;
    wake();
  }

  function wake(): void {
    for (const go of waiting) go();
    waiting.clear();
  }

  function isProven(): boolean {
    const now = performance.now();
    if (now - sentAt >= proofEvery) send(now);
    return now - provenAt < trustedFor;
  }

  /** No timer needed: a probe is sent when somebody asks. */
  function send(now: number): void {
    sentAt = now;
    // Everybody relies on the probe, so it does not count against the share of the client who
    // happened to be first.
    onBehalfOf(undefined, () => {
      listening ??= database.listen(channel, hear, lose).then(hearer.forgetAll);
      listening.then(
        () =>
          database.asService.query(wordThroughTheLine(channel, `${ownName}${now}`)).catch(giveUp),
        () => {
          listening = undefined;
          giveUp();
        },
      );
    });
  }

  return {
    isProven,
    async prove() {
      if (isProven()) return true;
      if (isSilent) return false;
      const late = setTimeout(giveUp, patience);
      await new Promise<void>((resolve) => waiting.add(resolve));
      clearTimeout(late);
      return performance.now() - provenAt < trustedFor;
    },
  };
}

/** Nothing is lost if a crash loses the probe, so it does not wait for the disk. */
function wordThroughTheLine(channel: string, word: string) {
  return {
    name: 'prove-the-line',
    text: `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`,
    values: [channel, word],
  };
}
