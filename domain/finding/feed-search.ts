import { everyJob, type JobSearch, readJobSearch } from './job-search.ts';

/** What a feed lists: the filters of the board, always newest first. */
export function readFeedSearch(params: URLSearchParams): JobSearch {
  return newestFirst(readJobSearch(params));
}

export function newestFirst(search: JobSearch): JobSearch {
  const { sort, skip } = everyJob;
  return { ...search, sort, skip };
}
