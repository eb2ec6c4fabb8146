import { cleanLimits } from '../limits/clean-limits.ts';
import type { Nothing, Subject } from '../subject.ts';
import { accountExport } from './account-export.ts';
import { accountHistory } from './account-history.ts';
import { accountSessions } from './account-sessions.ts';
import { deleteAccount } from './delete-account.ts';
import { keepNewErasures } from './keep-erasures.ts';

export const account: Subject<{ 'clean-limits': Nothing; 'keep-erasures': Nothing }> = {
  functions: {
    'account-export': accountExport,
    'account-history': accountHistory,
    'account-sessions': accountSessions,
    'delete-account': deleteAccount,
  },
  tasks: {
    'clean-limits': { lane: 'background', run: ({ database }) => cleanLimits(database) },
    'keep-erasures': { lane: 'background', run: keepNewErasures },
  },
  timetable: ['*/10 * * * * clean-limits', '23 * * * * keep-erasures'],
};
