import type { Subject } from '../subject.ts';
import { cleanInvitations } from './clean.ts';
import { sendTeamInvitation, sendTeamNews } from './letters.ts';
import type { TeamTasks } from './tasks.ts';

/** The team's functions are in the database: database/migrations/0076_teams.sql. */
export const team: Subject<TeamTasks> = {
  functions: {},
  tasks: {
    'team-invitation': { lane: 'urgent', run: sendTeamInvitation },
    'team-news': { lane: 'mail', run: sendTeamNews },
    'clean-invitations': { lane: 'background', run: cleanInvitations },
  },
  timetable: ['37 4 * * * clean-invitations ?fill=1d'],
};
