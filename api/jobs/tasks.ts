import type { Nothing } from '../subject.ts';

export type JobTasks = {
  'job-mail': JobMailOrder;
  'notice-ending-jobs': Nothing;
  'keep-landings': Nothing;
  'clean-jobs': Nothing;
  'clean-evidence': Nothing;
  'tell-search-engines': Nothing;
  /** Ordered by the database: many postings have another poster. */
  'searched-postings': { companyId: string };
};

/** A mail about a job, as the queue keeps it: who and what is read when it is sent. */
export type JobMailOrder =
  | { kind: 'job-posted'; jobId: string; to: string }
  /** One job, or all of one poster that end about the same time. */
  | { kind: 'job-ending'; jobIds: string[] }
  | { kind: 'job-hidden'; jobId: string; reason: string };
