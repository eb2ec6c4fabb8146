import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { openData } from '#app/data/open-data.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { hasStill, useMore } from '#app/ui/use-more.ts';
import {
  type InboxFilters,
  readInboxFilters,
  writeInboxFilters,
} from '#domain/applications/inbox.ts';
import {
  type ListedApplication,
  moveInColumns,
  type Page,
  readBoard,
  readCounts,
  readPage,
  readPostings,
  readQuestions,
  sizeFor,
} from './applications.ts';

/** What the address asks for, and how to change it. */
export function useInboxAddress() {
  const [params, setParams] = useSearchParams();
  const filters = readInboxFilters(params);
  const view = params.get('view') === 'board' ? ('board' as const) : ('list' as const);
  const opened = params.get('application') ?? undefined;
  const write = (next: InboxFilters, nextView: string, open?: string) => {
    const written = writeInboxFilters(next);
    if (nextView === 'board') written.set('view', 'board');
    if (open) written.set('application', open);
    return written;
  };
  return {
    filters,
    view,
    opened,
    addressOf: (id: string) => `?${write(filters, view, id)}`,
    addressOfView: (next: 'list' | 'board', state: InboxFilters['state'] = '') =>
      `?${write({ ...filters, state }, next)}`,
    filter: (next: InboxFilters) =>
      setParams(write(next, view, opened), { replace: true, preventScrollReset: true }),
    close: () => setParams(write(filters, view), { preventScrollReset: true }),
  };
}

/** The list or the board, as requested, and how many there are in each state. */
export function useInbox(
  userId: string,
  job: string | undefined,
  filters: InboxFilters,
  view: 'list' | 'board',
  /** Changes when the reader may now see, or do, something else. */
  changes: number,
) {
  const query = writeInboxFilters(filters).toString();
  const [attempt, setAttempt] = useState(0);
  const version = `${changes} ${attempt}`;
  const key = `${userId} ${job} ${query}`;
  const { list, more } = useRows({
    key,
    version,
    isWanted: view === 'list',
    read: async (size, after) => readPage(await openData(), job, filters, after, size),
  });
  const board = useLoading(async () => readBoard(await openData(), job, filters), {
    key,
    version,
    isWanted: view === 'board',
  });
  const counts = useLoading(async () => readCounts(await openData(), job), {
    key: `${userId} ${job}`,
    version,
  });
  // Each posting shows how many are new.
  const postings = useLoading(async () => readPostings(await openData()), { key: userId, version });

  const questions = useLoading(async () => readQuestions(await openData(), job), {
    key: `${userId} ${job}`,
  });

  const change = (id: string, changed: Partial<ListedApplication>) =>
    list.change(
      (now) =>
        now && {
          ...now,
          rows: now.rows.map((row) => (row.id === id ? { ...row, ...changed } : row)),
        },
    );

  return {
    list,
    more,
    board,
    counts: counts.state.data,
    postings: postings.state.data,
    questions: questions.state.data ?? [],
    again: () => setAttempt((before) => before + 1),
    /** Only on the screen. */
    show(id: string, state: string) {
      change(id, { state });
      board.change((now) => now && moveInColumns(now, id, state));
    },
  };
}

type Rows = {
  key: string;
  version: string | number;
  isWanted: boolean;
  read(size?: number, after?: ListedApplication): Promise<Page>;
};

/**
 * The list, page by page. A reload reads as many rows as before, all up to date: a move on a later page neither
 * collapses that page nor leaves outdated rows in it.
 */
export function useRows({ key, version, isWanted, read }: Rows) {
  const shown = useRef(0);
  const list = useLoading(() => read(sizeFor(shown.current)), { key, version, isWanted });
  shown.current = list.state.data?.rows.length ?? 0;
  const more = useMore(list, async ({ rows }) => {
    const last = rows.at(-1);
    const next = await read(undefined, last);
    return (now) => {
      if (!hasStill(now.rows, last)) return now;
      const known = new Set(now.rows.map(({ id }) => id));
      return { ...next, rows: [...now.rows, ...next.rows.filter(({ id }) => !known.has(id))] };
    };
  });
  return { list, more };
}
