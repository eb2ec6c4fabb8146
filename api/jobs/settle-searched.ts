import { partByPart } from '../part-by-part.ts';
import type { Work } from '../subject.ts';
import type { JobTasks } from './tasks.ts';

/** Rewrites the search rows of a company's postings that another colleague has taken over. */
export const settleSearched = (
  work: Pick<Work, 'database'>,
  { companyId }: JobTasks['searched-postings'],
) =>
  partByPart(work, {
    text: 'select private.settle_searched($1) as done',
    values: [companyId],
  });
