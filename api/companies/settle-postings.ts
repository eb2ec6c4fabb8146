import { partByPart } from '../part-by-part.ts';
import type { Work } from '../subject.ts';
import type { CompanyTasks } from './tasks.ts';

/** Postings of a company that staff closed leave the board, and come back when it is opened again. */
export const settlePostings = (
  work: Pick<Work, 'database'>,
  { companyId, moment }: CompanyTasks['company-postings'],
) =>
  partByPart(work, {
    text: 'select private.settle_postings($1, $2) as done',
    values: [companyId, moment],
  });
