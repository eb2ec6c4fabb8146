import type { Database } from '#domain/database-types.ts';

type Returned = Database['public']['Functions']['own_applications']['Returns'][number];
/** The types of a function do not say which of its columns are always filled. */
export type ApplicationRow = {
  [Column in keyof Returned]: Column extends
    | 'id'
    | 'job_title'
    | 'company_name'
    | 'state'
    | 'state_at'
    | 'applied_at'
    ? NonNullable<Returned[Column]>
    : Returned[Column];
};
