import { partByPart } from '../../part-by-part.ts';
import type { Work } from '../../subject.ts';
import type { StaffTasks } from '../tasks.ts';

/** What is left of the postings of a case about a company, as it was decided. */
export const settleCasePostings = (
  work: Pick<Work, 'database'>,
  { caseId, moment }: StaffTasks['case-postings'],
) =>
  partByPart(work, {
    text: 'select private.settle_case_postings($1, $2) as done',
    values: [caseId, moment],
  });
