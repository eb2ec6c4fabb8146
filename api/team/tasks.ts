export type TeamTasks = {
  /** Ordered by the database when somebody is invited, or invited again. */
  'team-invitation': { id: string };
  /** Ordered by the database: somebody came, or was removed by somebody else. */
  'team-news': {
    kind: 'joined' | 'removed' | 'seat-lost';
    companyId: string;
    userId: string;
    byId?: string | null;
  };
};
