import { partByPart } from '../../part-by-part.ts';
import type { Work } from '../../subject.ts';
import type { StaffTasks } from '../tasks.ts';

/** Applies a decision to the remaining postings of a company case. */
export const settleCasePostings = (
  work: Pick<Work, 'database'>,
  { caseId, moment }: StaffTasks['case-postings'],
) =>
  partByPart(work, {
    text: 'select private.settle_case_postings($1, $2) as done',
    values: [caseId, moment],
  });
