import type { Database } from '../database.ts';
import { onBehalfOf } from '../on-behalf-of.ts';

export type ProvenLine = {
  /** Whatever was committed until a second ago has been heard. */
  isProven(): boolean;
  /** The same, for whoever asks first in a while: waits for the word on its way, a moment at most. */
  prove(): Promise<boolean>;
};

type Hearer = {
  hear(word: string): void;
  /** The line is new, or was lost and is back: what was said before is unknown. */
  forgetAll(): void;
};

const trustedFor = 1_000;
const proofEvery = 400;
const patience = 250;
/** What processes say to themselves; it means nothing to others. */
const proof = 'proof ';

/**
 * Hears what NOTIFY says on a channel, and knows whether it does: a word of our own, sent through the
 * database, has come back on the line at most a second after it was sent, so every change that was
 * committed before it was sent has been heard as well. A line that is lost, late, or behind a pooler that
 * drops it is not proven, and whoever remembers something by it asks the database.
 */
export function openProvenLine(
  database: Pick<Database, 'listen' | 'asService'>,
  channel: string,
  hearer: Hearer,
): ProvenLine {
  const ownName = `${proof}${crypto.randomUUID()} `;
  let listening: Promise<unknown> | undefined;
  /** The last word has not come back, or could not be sent: nobody waits for the next one. */
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

  /** Needs no timer: it is sent when somebody asks. */
  function send(now: number): void {
    sentAt = now;
    // All who ask rely on it, so it takes no part of the share of the one who happened to be first.
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

/** Losing the word in a crash loses nothing, so it waits for no disk. */
function wordThroughTheLine(channel: string, word: string) {
  return {
    name: 'prove-the-line',
    text: `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`,
    values: [channel, word],
  };
}
