import type { Subject } from '../subject.ts';
import { confirmAlerts } from './confirm.ts';
import { askForDigests, cleanAlerts, matchNews } from './match.ts';
import { sendDigests } from './send-digests.ts';
import type { AlertTasks } from './tasks.ts';

export const alerts: Subject<AlertTasks> = {
  functions: {},
  tasks: {
    'alert-confirm-mail': { lane: 'urgent', run: confirmAlerts },
    'match-alerts': { lane: 'background', run: ({ database }) => matchNews(database) },
    'alert-digests': { lane: 'background', run: ({ database }) => askForDigests(database) },
    'alert-mails': { lane: 'bulk', run: sendDigests },
    'clean-alerts': { lane: 'background', run: ({ database }) => cleanAlerts(database) },
  },
  timetable: ['*/5 * * * * match-alerts', '*/5 * * * * alert-digests', '23 * * * * clean-alerts'],
};
