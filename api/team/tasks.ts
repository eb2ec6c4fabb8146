import type { Nothing } from '../subject.ts';

export type TeamTasks = {
  /** Ordered by the database when somebody is invited, or invited again. */
  'team-invitation': { id: string };
  /** Ordered by the database: somebody came, was removed by somebody else, has or lost a seat, or takes over from who left. */
  'team-news': {
    kind: 'joined' | 'removed' | 'seat-given' | 'seat-lost' | 'left';
    companyId: string;
    userId: string;
    byId?: string | null;
    /** What who left has handed over. */
    postings?: number;
    isNewAdmin?: boolean;
  };
  'clean-invitations': Nothing;
};
