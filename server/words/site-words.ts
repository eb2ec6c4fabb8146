import type { Database } from '#database/database.ts';
import { checkWords, completed, momentsIn } from '#domain/site/check-words.ts';
import type { WordKind, WordValues } from '#domain/site/word-kinds.ts';
import type { Words } from '#domain/site/words.ts';
import { oneAtATime } from '../one-at-a-time.ts';

/** The current words. A new `version` means that pages rendered before say something else. */
export type Standing = { words: Words; version: string };

export type SiteWords = {
  now(): Standing;
  /** Calls back when rendered pages have become outdated. */
  onChange(listener: () => void): void;
  /**
   * The words of a draft in place of the published ones; undefined if the address is invalid or the
   * draft unfinished.
   */
  preview(hash: string): Promise<Words | undefined>;
  stop(): Promise<void>;
};

/** A fallback for NOTIFY, which some poolers drop. */
const askEvery = 60_000;
/** After a look that found the database away. */
const askAgainAfter = 1_000;
/** Looks again before the wait would overflow a timer. */
const longestWait = 86_400_000;

type Published = Record<
  string,
  {
    version: number;
    content: WordValues | null;
    /** For a legal text: the coming version, and the dates of all versions. */
    next?: WordValues | null;
    days?: string[];
  }
>;

/**
 * The site's words, in memory. Every process hears of what is published at once and has its pages
 * rendered again; also when the clock brings a version, or a date within the words passes. `note`
 * is told about words that no longer fit: the release's are used then.
 */
export async function openSiteWords({
  database,
  kinds,
  note,
}: {
  database: Database;
  kinds: readonly WordKind[];
  note: (problem: object) => void;
}): Promise<SiteWords> {
  let standing: Standing = { words: {}, version: '' };
  /** What was last reported, so that only a difference is reported. */
  let heard = '';
  let clock: NodeJS.Timeout | undefined;
  let isStopped = false;
  const listeners: (() => void)[] = [];

  async function look() {
    const { rows } = await database.asService.query<{ words: Published; seconds: number | null }>({
      text: 'select words, seconds from private.words_now()',
    });
    const { words: published = {}, seconds = null } = rows[0] ?? {};
    const said = JSON.stringify(published);
    if (said !== heard) {
      heard = said;
      take(published);
    }
    follow(seconds === null ? Number.POSITIVE_INFINITY : seconds * 1_000);
  }

  function take(published: Published) {
    const words: Record<string, unknown> = {};
    for (const kind of kinds) {
      const { content, next, days } = published[kind.name] ?? {};
      const fitting = content && asFields(kind, content);
      if (fitting) words[kind.name] = fitting;
      else if (content)
        note({ words: kind.name, problem: 'what was published does not fit any more' });
      const coming = next && asFields(kind, next);
      if (coming) words[`${kind.name}.next`] = coming;
      if (days) words[`${kind.name}.days`] = days;
    }
    // The price that the payment service charges, which no owner writes.
    const price = published['membership-price']?.content;
    if (price) words['membership-price'] = price;
    replace(words);
  }

  function replace(words: Words) {
    standing = { words, version: crypto.randomUUID() };
    for (const listener of listeners) listener();
  }

  const moments = () =>
    kinds.flatMap((kind) =>
      momentsIn(kind.fields, (standing.words[kind.name] ?? kind.first) as WordValues),
    );

  /** When the clock was last checked. */
  let seenAt = Date.now();

  /**
   * Handles what began or ended since: also if the clock was set, the machine slept, or a look came
   * at that very moment.
   */
  function takeTime() {
    const before = seenAt;
    seenAt = Date.now();
    const hasTurned = (moment: number) => moment > before !== moment > seenAt;
    if (moments().some(hasTurned)) replace(standing.words);
  }

  /** Waits until the clock brings a version, or something in one begins or ends. */
  function follow(untilVersion: number) {
    takeTime();
    const untilMoment = Math.min(...moments().filter((moment) => moment > seenAt)) - seenAt;
    const wait = Math.min(untilVersion, untilMoment);
    clearTimeout(clock);
    if (isStopped || wait === Number.POSITIVE_INFINITY) return;
    // A timer may fire a millisecond early.
    clock = setTimeout(lookSafely, Math.min(wait, longestWait) + 5).unref();
  }

  const lookInTurn = oneAtATime(async () => {
    if (isStopped) return;
    // If the database is away, nothing changes.
    await look().catch(() => {
      clearTimeout(clock);
      if (!isStopped) clock = setTimeout(lookSafely, askAgainAfter).unref();
    });
  });

  function lookSafely(): Promise<void> {
    takeTime();
    return lookInTurn();
  }

  const stopListening = await database.listen('words_changed', lookSafely).catch(() => undefined);
  await lookSafely();
  const timer = setInterval(lookSafely, askEvery).unref();
  return {
    now: () => standing,
    onChange: (listener) => listeners.push(listener),
    async preview(hash) {
      const { rows } = await database.asService.query<{ kind: string; content: WordValues }>({
        text: 'select kind, content from private.previewed_words($1)',
        values: [hash],
      });
      const [draft] = rows;
      const kind = kinds.find(({ name }) => name === draft?.kind);
      const content = draft && kind && asFields(kind, draft.content);
      return content && { ...standing.words, [kind.name]: content };
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(clock);
      await stopListening?.();
    },
  };
}

/** Converted to the fields of this release. */
function asFields(kind: WordKind, content: WordValues): WordValues | undefined {
  const { values, problems } = checkWords(kind.fields, completed(kind.first, content));
  return problems.length === 0 ? values : undefined;
}
