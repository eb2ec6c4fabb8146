import type { Database } from '#domain/database-types.ts';

type Returned = Database['public']['Functions']['own_applications']['Returns'][number];
/**
 * Only what the list shows. What was sent is not read: for hundreds, a letter and a profile each add up to megabytes.
 */
export const applicationColumns =
  'id, job_id, job_title, company_name, state, state_at, applied_at, answered_at, looked_at, is_silent, is_closed, usual_days, said';

/** The generated types of a function do not say which columns are never null. */
export type ApplicationRow = {
  [Column in Exclude<
    keyof Returned,
    'note' | 'answers' | 'profile' | 'resume_id' | 'file_name'
  >]: Column extends 'id' | 'job_title' | 'company_name' | 'state' | 'state_at' | 'applied_at'
    ? NonNullable<Returned[Column]>
    : Returned[Column];
};
