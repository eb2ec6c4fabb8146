import { partByPart } from '../part-by-part.ts';
import type { Work } from '../subject.ts';
import type { JobTasks } from './tasks.ts';

/** Postings of a company that have come to a colleague are written for the search anew. */
export const settleSearched = (
  work: Pick<Work, 'database'>,
  { companyId }: JobTasks['searched-postings'],
) =>
  partByPart(work, {
    text: 'select private.settle_searched($1) as done',
    values: [companyId],
  });
