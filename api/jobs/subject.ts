import type { Subject } from '../subject.ts';
import { cleanJobs, keepLandings, noticeEndingJobs, sendJobMail } from './job-mails.ts';
import { cleanEvidence } from './moderation.ts';
import { renewJob } from './renew-job.ts';
import { reportJob } from './report-job.ts';
import { sendJobConfirmation } from './send-job-confirmation.ts';
import { settleSearched } from './settle-searched.ts';
import type { JobTasks } from './tasks.ts';
import { tellSearchEngines } from './tell-search-engines.ts';
import { trackJobClick } from './track-job-click.ts';

export const jobs: Subject<JobTasks> = {
  functions: {
    'renew-job': renewJob,
    'report-job': reportJob,
    'send-job-confirmation': sendJobConfirmation,
    'track-job-click': trackJobClick,
  },
  tasks: {
    'job-mail': { lane: 'mail', run: sendJobMail },
    'notice-ending-jobs': {
      lane: 'background',
      run: ({ database }) => noticeEndingJobs(database),
    },
    'keep-landings': { lane: 'background', run: ({ database }) => keepLandings(database) },
    'clean-jobs': { lane: 'background', run: ({ database }) => cleanJobs(database) },
    'clean-evidence': { lane: 'background', run: ({ database }) => cleanEvidence(database) },
    'tell-search-engines': { lane: 'background', run: tellSearchEngines },
    'searched-postings': { lane: 'background', run: settleSearched },
  },
  timetable: [
    '*/5 * * * * tell-search-engines',
    '*/10 * * * * clean-jobs',
    '5,15,25,35,45,55 * * * * keep-landings',
    '23 * * * * notice-ending-jobs',
    '47 3 * * * clean-evidence ?fill=1d',
  ],
};
