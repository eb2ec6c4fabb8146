import type { Json } from '#domain/database-types.ts';
import { askLess, type Lesser } from '#domain/finding/ask-less.ts';
import { type BoardQuery, boardQuery, namesOf } from '#domain/finding/board-query.ts';
import type { JobFilters, JobSearch } from '#domain/finding/job-search.ts';
import type { FoundPlace } from '#domain/finding/typed-places.ts';
import type { Chip } from '#domain/finding/typed-words.ts';
import { type JobList, readJobList } from '#domain/jobs/job-rows.ts';
import type { DataClient } from './data.server.ts';

/** How many results a search has with each value of a filter; above 1,000 it is 1,001. */
type Counts = Partial<Record<string, number>>;

export type FoundOnBoard = Pick<BoardQuery, 'chips' | 'place'> & {
  list: JobList;
  counts: Counts;
  /** If nothing was found: the same words with those corrected that match nothing. */
  suggestion: string;
  /** If nothing was found: broader searches that find something. */
  less: Less[];
  isUnknownPlace: boolean;
  /** The same words find more one by one or in another form. */
  hasWider: boolean;
};

export type Less = Lesser & { count: number };

type Failure = { error: unknown; status: number };
const noJobs: JobList = { jobs: [], hasMore: false, matches: 0, isExact: true };

/** A search of the board: what its words mean, what it finds, and how many there would be with other filters. */
export async function findOnBoard(
  client: DataClient,
  search: JobSearch,
): Promise<FoundOnBoard | Failure> {
  const query = await narrowQueryOf(client, search);
  if ('error' in query) return query;
  const shown = { chips: query.chips, place: query.place };
  const { after, skip, ...filters } = search;
  if (!query.wanted) {
    const none = { list: noJobs, counts: {}, suggestion: '', hasWider: false };
    return { ...shown, ...none, less: await findLess(client, filters, []), isUnknownPlace: true };
  }
  const wanted = query.wanted as Json;
  const { sort } = filters;
  const isFirst = !after && skip === 0;
  const [found, types, workplaces, remote, wide] = await Promise.all([
    client.rpc('search_board', { wanted, sort, skip, ...after }),
    client.rpc('count_board', { wanted, filter: 'type' }),
    client.rpc('count_board', { wanted, filter: 'workplace' }),
    countRemote(client, query.wanted),
    isFirst && query.wider ? countAs(client, query.wider) : undefined,
  ]);
  const failed = [found, types, workplaces, remote, wide].find((answer) => answer?.error);
  if (failed) return { error: failed.error, status: failed.status };
  const list = readJobList(found.data ?? []);
  const counted = [...(types.data ?? []), ...(workplaces.data ?? [])];
  return {
    ...shown,
    list,
    counts: {
      ...Object.fromEntries(counted.map(({ value, matches }) => [value, matches ?? 0])),
      ...(remote && { remote: countOf(readJobList(remote.data ?? [])) }),
    },
    // A page past the end is empty although earlier pages were not.
    ...(list.matches === 0 && isFirst
      ? await findOtherwise(client, filters, query.chips)
      : { suggestion: '', less: [] }),
    isUnknownPlace: false,
    hasWider: (wide?.count ?? 0) > countOf(list),
  };
}

type NarrowQuery = BoardQuery & { wider?: BoardQuery['wanted'] };

/** If a posting has the words exactly as typed, only those count, unless somebody asks for more. */
async function narrowQueryOf(
  client: DataClient,
  search: JobFilters,
): Promise<NarrowQuery | Failure> {
  const query = await queryOf(client, search);
  if ('error' in query || !query.asTyped) return query;
  const { count, error, status } = await countAs(client, query.asTyped);
  if (error) return { error, status };
  return count > 0 ? { ...query, wanted: query.asTyped, wider: query.wanted, chips: [] } : query;
}

async function countAs(client: DataClient, wanted: NonNullable<BoardQuery['wanted']>) {
  const { data, error, status } = await client.rpc('search_board', { wanted: wanted as Json });
  return { count: data ? countOf(readJobList(data)) : 0, error, status };
}

/** Next to "remote" a place means something else: not where the work is, but where it may be done from. */
function countRemote(client: DataClient, wanted: NonNullable<BoardQuery['wanted']>) {
  if (!wanted.some(({ near, state }) => near || state)) return undefined;
  const asRemote = wanted.map((each) => ({ ...each, workplace: 'remote' }));
  return client.rpc('search_board', { wanted: asRemote as Json });
}

const countOf = ({ matches = 0, isExact }: JobList) => (isExact ? matches : matches + 1);

/** What a search asks of the database, with the places named in its words. */
export async function queryOf(
  client: DataClient,
  search: JobFilters,
): Promise<BoardQuery | Failure> {
  const names = namesOf(search);
  const places = names.length > 0 ? await client.rpc('find_places', { names }) : undefined;
  if (places?.error) return places;
  return boardQuery(search, (places?.data ?? []) as FoundPlace[]);
}

async function findOtherwise(client: DataClient, search: JobFilters, chips: Chip[]) {
  const [suggestion, less] = await Promise.all([
    suggest(client, search.q),
    findLess(client, search, chips),
  ]);
  const meant =
    suggestion && (await countAll(client, { ...search, q: suggestion, isPlain: false }));
  return { suggestion: meant ? suggestion : '', less };
}

const mostShown = 4;
const mostAsked = 8;

/** One at a time, so that a search that finds nothing does not load the database more than one that does. */
async function findLess(client: DataClient, search: JobFilters, chips: Chip[]): Promise<Less[]> {
  const found: Less[] = [];
  for (const lesser of askLess(search, chips)) {
    for (const less of lesser.slice(0, mostAsked)) {
      const count = await countAll(client, less.search);
      if (count > 0) found.push({ ...less, count });
      if (found.length === mostShown) return found;
    }
    if (found.length > 0) return found;
  }
  return found;
}

/** If the count fails, nothing is offered. */
async function countAll(client: DataClient, search: JobFilters): Promise<number> {
  const query = await narrowQueryOf(client, search);
  if ('error' in query || !query.wanted) return 0;
  return (await countAs(client, query.wanted)).count;
}

/** The words that found nothing, corrected to what was probably meant; empty if no known word is similar. */
async function suggest(client: DataClient, q: string): Promise<string> {
  const words = q.split(/\s+/).filter((word) => word.length > 3);
  if (words.length === 0) return '';
  const { data } = await client.rpc('suggest_words', { asked: words });
  const meant = new Map(data?.map(({ word, meant }) => [word, meant]));
  const written = q.replace(/\S+/g, (word) => meant.get(word.toLowerCase()) ?? word);
  return written === q ? '' : written;
}
