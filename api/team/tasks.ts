import type { Nothing } from '../subject.ts';

export type TeamTasks = {
  /** Queued by the database when somebody is invited, or invited again. */
  'team-invitation': { id: string };
  /**
   * Queued by the database: somebody joined, was removed by somebody else, got or lost a seat, or takes over from
   * somebody who left.
   */
  'team-news': {
    kind: 'joined' | 'removed' | 'seat-given' | 'seat-lost' | 'left';
    companyId: string;
    userId: string;
    byId?: string | null;
    /** What the person who left handed over. */
    postings?: number;
    isNewAdmin?: boolean;
  };
  'clean-invitations': Nothing;
};
