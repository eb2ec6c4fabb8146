import type { Subject } from '../subject.ts';
import { accountExport } from './account-export.ts';
import { accountHistory } from './account-history.ts';
import { accountSessions } from './account-sessions.ts';
import { deleteAccount } from './delete-account.ts';

export const account: Subject = {
  functions: {
    'account-export': accountExport,
    'account-history': accountHistory,
    'account-sessions': accountSessions,
    'delete-account': deleteAccount,
  },
  tasks: {},
  timetable: [],
};
