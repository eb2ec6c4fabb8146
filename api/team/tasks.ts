export type TeamTasks = {
  /** Ordered by the database when somebody is invited, or invited again. */
  'team-invitation': { id: string };
  /** Ordered by the database: somebody came, was removed by somebody else, or has or lost a seat. */
  'team-news': {
    kind: 'joined' | 'removed' | 'seat-given' | 'seat-lost';
    companyId: string;
    userId: string;
    byId?: string | null;
  };
};
