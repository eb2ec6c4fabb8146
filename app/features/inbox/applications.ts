import type { BrowserData } from '#app/data/open-data.ts';
import { shortDate } from '#app/ui/when.ts';
import {
  asQuestion,
  type BoardState,
  boardOrder,
  type InboxFilters,
} from '#domain/applications/inbox.ts';

/** An application in the list or on the board; the rest is loaded when it is opened. */
export type ListedApplication = {
  id: string;
  job_id: string | null;
  job_title: string;
  name: string;
  place: string | null;
  state: string;
  applied_at: string;
  answered_at: string | null;
  looked_at: string | null;
  leaves_at: string | null;
  spam_at: string | null;
  meets_needs: boolean;
  is_guest: boolean;
  is_verified: boolean;
  is_starred: boolean;
  stars: number;
  notes: number;
};

export type Posting = {
  id: string;
  title: string;
  company: string;
  waiting: number;
  /** What distinguishes it from another posting with the same title. */
  which?: string | undefined;
};
/** The database lists only the newest ones. */
export const mostListed = 200;
export type AskedQuestion = { question: string; options: string[] };
export type Counts = Partial<Record<string, number>>;

const pageSize = 30;
const columnSize = 20;

/**
 * How many to read at once if this many are shown: the API returns at most a thousand, and one more than a page is
 * requested.
 */
export const sizeFor = (shown: number) => Math.min(Math.max(shown, pageSize), 999);

export type Page = { rows: ListedApplication[]; hasMore: boolean };

export async function readPage(
  client: BrowserData,
  job: string | undefined,
  filters: InboxFilters,
  after?: ListedApplication,
  size = pageSize,
): Promise<Page> {
  const { data, error } = await client.rpc('list_applications', {
    ...asQuestion(job, filters),
    ...(after && { after_at: after.applied_at, after_id: after.id }),
    size: size + 1,
  });
  if (error) throw error;
  // Returned by a function, so the generated types do not say which columns are never null.
  const rows = data as unknown as ListedApplication[];
  return { rows: rows.slice(0, size), hasMore: rows.length > size };
}

export type Columns = Record<BoardState, Page>;

export async function readBoard(
  client: BrowserData,
  job: string | undefined,
  filters: InboxFilters,
): Promise<Columns> {
  const pages = await Promise.all(
    boardOrder.map((state) => readPage(client, job, { ...filters, state }, undefined, columnSize)),
  );
  return Object.fromEntries(boardOrder.map((state, nth) => [state, pages[nth]])) as Columns;
}

export async function readCounts(client: BrowserData, job?: string): Promise<Counts> {
  const { data, error } = await client.rpc('count_applications', job ? { job } : {});
  if (error) throw error;
  return data as Counts;
}

export async function readPostings(client: BrowserData): Promise<Posting[]> {
  const { data, error } = await client.rpc('postings_with_applications');
  if (error) throw error;
  return tellApart(client, data as unknown as Posting[]);
}

/** Of 37 letters each: proxies refuse addresses of 8,000. */
const idsInAddress = 50;

/** Loads more only if two postings share a title. If that fails, they can still be chosen. */
async function tellApart(client: BrowserData, postings: Posting[]): Promise<Posting[]> {
  const alike = postings.filter(({ id, title }) =>
    postings.some((other) => other.title === title && other.id !== id),
  );
  const ids = alike.map(({ id }) => id);
  const answers = await Promise.all(
    Array.from({ length: Math.ceil(ids.length / idsInAddress) }, (_, nth) =>
      client
        .from('jobs')
        .select('id, location, created_at')
        .in('id', ids.slice(nth * idsInAddress, (nth + 1) * idsInAddress)),
    ),
  );
  const which = new Map(
    answers
      .flatMap(({ data }) => data ?? [])
      .map(({ id, location, created_at }) => [
        id,
        `${location}, posted ${shortDate(new Date(created_at))}`,
      ]),
  );
  return postings.map((posting) => ({ ...posting, which: which.get(posting.id) }));
}

/** The questions of one posting, or of all. */
export async function readQuestions(client: BrowserData, job?: string): Promise<AskedQuestion[]> {
  const { data, error } = await client.rpc('asked_questions', job ? { job } : {});
  if (error) throw error;
  return data as unknown as AskedQuestion[];
}

/** The board's columns after moving one application, if it is loaded. */
export function moveInColumns(columns: Columns, id: string, to: string): Columns {
  const found = boardOrder.flatMap((state) => columns[state].rows).find((row) => row.id === id);
  if (!found) return columns;
  return Object.fromEntries(
    boardOrder.map((state) => {
      const page = columns[state];
      const others = page.rows.filter((row) => row.id !== id);
      const rows = state === to ? [{ ...found, state: to }, ...others] : others;
      return [state, { ...page, rows }];
    }),
  ) as Columns;
}

export const describeCount = (count = 0): string => (count >= 100 ? '99+' : String(count));
