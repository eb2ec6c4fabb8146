import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { type Failure, failureOf } from './failure.ts';

/** The state of something that has to be fetched. */
type Loading<Data> =
  | { kind: 'waiting'; data?: undefined; failure?: undefined }
  | { kind: 'failed'; data?: undefined; failure: Failure }
  /** `isBusy`: the next answer is on its way. `failure`: the last attempt failed. */
  | { kind: 'there'; data: Data; isBusy: boolean; failure?: Failure | undefined };

type Options<Data> = {
  /** What the data belongs to: with another key, the data and any request in progress are dropped. */
  key?: string;
  /** Another reason to read again; the data stays meanwhile. */
  version?: string | number;
  /** Nothing is read until this is true. */
  isWanted?: boolean;
  /** Combines the present data with the next answer, if that does not simply replace it. */
  join?(now: Data, answer: Data): Data;
  /** Called on each failure, with whether there is data all the same. */
  onFailed?(failure: Failure, isThere: boolean): void;
};

export type Loader<Data> = {
  state: Loading<Data>;
  /** Reads again, after a failure or because something has happened. */
  again(): void;
  /** Changes the data without reading; not if it returns undefined. */
  change(update: (now: Data | undefined) => Data | undefined): void;
};

/** Data that is never undefined, which means that there is none. */
type Loadable = object | string | number | boolean | null;

/** Shows what `read` returns, once, and again for another `key` or `version`. Late answers are dropped. */
export function useLoading<Data extends Loadable>(
  read: (signal: AbortSignal) => Promise<Data>,
  { key = '', version, isWanted = true, join, onFailed }: Options<Data> = {},
): Loader<Data> {
  const [known, setKnown] = useState<Known<Data>>({ key });
  // During render, so that data of one key is never shown under another.
  if (known.key !== key) setKnown({ key });
  const [attempt, again] = useReducer((before: number) => before + 1, 0);
  const question = `${version} ${attempt}`;
  const given = useEffectEvent(() => ({ read, join, onFailed, isThere: known.data !== undefined }));

  // Synchronises with whatever `read` fetches.
  useEffect(() => {
    if (!isWanted) return;
    const late = new AbortController();
    const settle = (answer: { data: Data } | { failure: Failure }) => {
      if (late.signal.aborted) return;
      const { join, onFailed, isThere } = given();
      setKnown((before) => {
        // The next key may already be shown before this effect is cleaned up.
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
        (data) => settle({ data }),
        (error: unknown) => settle({ failure: failureOf(error) }),
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
  /** The last request that was answered. */
  answered?: string;
  data?: Data | undefined;
  failure?: Failure | undefined;
};
