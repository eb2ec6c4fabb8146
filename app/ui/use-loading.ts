import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { type Failure, failureOf } from './failure.ts';

/** What is known of something that has to be fetched. */
type Loading<Data> =
  | { kind: 'waiting'; data?: undefined; failure?: undefined }
  | { kind: 'failed'; data?: undefined; failure: Failure }
  /** `isBusy`: the next answer is on its way. `failure`: the last time did not bring one. */
  | { kind: 'there'; data: Data; isBusy: boolean; failure?: Failure | undefined };

type Options<Data> = {
  /** Whose it is: for another one, what is there and what is under way for it goes. */
  key?: string;
  /** Another reason to read again; what is there stays meanwhile. */
  version?: string | number;
  /** Nothing is read before. */
  isWanted?: boolean;
  /** What becomes of what is there when the next answer comes, if that does not replace it. */
  join?(now: Data, answer: Data): Data;
  /** Told of each failure, and whether something is there nevertheless. */
  onFailed?(failure: Failure, isThere: boolean): void;
};

export type Loader<Data> = {
  state: Loading<Data>;
  /** Reads again, after a failure or because something has happened. */
  again(): void;
  /** Changes what is there without asking; nothing where it answers undefined. */
  change(update: (now: Data | undefined) => Data | undefined): void;
};

/** Data that are never undefined: that stands for what is not there. */
type Loadable = object | string | number | boolean | null;

/** Shows what `read` brings, once, and again for another `key` or `version`. Late answers are dropped. */
export function useLoading<Data extends Loadable>(
  read: (signal: AbortSignal) => Promise<Data>,
  { key = '', version, isWanted = true, join, onFailed }: Options<Data> = {},
): Loader<Data> {
  const [known, setKnown] = useState<Known<Data>>({ key });
  // Before anything is shown: what belongs to one key is never seen under another.
  if (known.key !== key) setKnown({ key });
  const [attempt, again] = useReducer((before: number) => before + 1, 0);
  const question = `${version} ${attempt}`;
  const given = useEffectEvent(() => ({ read, join, onFailed, isThere: known.data !== undefined }));

  // Synchronises with whatever `read` asks.
  useEffect(() => {
    if (!isWanted) return;
    const late = new AbortController();
    const hear = (answer: { data: Data } | { failure: Failure }) => {
      if (late.signal.aborted) return;
      const { join, onFailed, isThere } = given();
      setKnown((before) => {
        // The next key may be shown already when this effect is not yet over.
        if (before.key !== key) return before;
        const next = { ...before, failure: undefined, ...answer, answered: question };
        if (join && before.data !== undefined && 'data' in answer) {
          next.data = join(before.data, answer.data);
        }
        return next;
      });
      if ('failure' in answer) onFailed?.(answer.failure, isThere);
    };
    given()
      .read(late.signal)
      .then(
        (data) => hear({ data }),
        (error: unknown) => hear({ failure: failureOf(error) }),
      );
    return () => late.abort();
  }, [key, question, isWanted]);

  const { data } = known;
  const isBusy = isWanted && known.answered !== question;
  const failure = isBusy ? undefined : known.failure;
  return {
    state:
      data !== undefined
        ? { kind: 'there', data, isBusy, failure }
        : failure
          ? { kind: 'failed', failure }
          : { kind: 'waiting' },
    again,
    change: (update) =>
      setKnown((before) => {
        const data = before.key === key ? update(before.data) : undefined;
        return data === undefined ? before : { ...before, data };
      }),
  };
}

type Known<Data> = {
  key: string;
  /** The question that was answered last. */
  answered?: string;
  data?: Data | undefined;
  failure?: Failure | undefined;
};
