import type { Nothing } from '../subject.ts';

export type JobTasks = {
  'job-mail': JobMailOrder;
  'notice-ending-jobs': Nothing;
  'keep-landings': Nothing;
  'clean-jobs': Nothing;
  'clean-evidence': Nothing;
  'tell-search-engines': Nothing;
  /** Queued by the database: many postings have a new poster. */
  'searched-postings': { companyId: string };
};

/** An email about a job, as stored in the queue: recipient and contents are read when it is sent. */
export type JobMailOrder =
  | { kind: 'job-posted'; jobId: string; to: string }
  /** One job, or all jobs of a poster that end about the same time. */
  | { kind: 'job-ending'; jobIds: string[] }
  | { kind: 'job-hidden'; jobId: string; reason: string };
