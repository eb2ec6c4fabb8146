import { partByPart } from '../part-by-part.ts';
import type { Work } from '../subject.ts';
import type { CompanyTasks } from './tasks.ts';

/** When staff close a company, its postings leave the board; they come back when it is reopened. */
export const settlePostings = (
  work: Pick<Work, 'database'>,
  { companyId, moment }: CompanyTasks['company-postings'],
) =>
  partByPart(work, {
    text: 'select private.settle_postings($1, $2) as done',
    values: [companyId, moment],
  });
