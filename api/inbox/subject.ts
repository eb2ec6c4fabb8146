import type { Subject } from '../subject.ts';
import { applicationsFile } from './applications-file.ts';
import { messageApplicant } from './message-applicant.ts';
import { askForDigests, sendRecruiterMail } from './recruiter-mails.ts';
import type { InboxTasks } from './tasks.ts';
import { removePosting, settleApplications, tellClosed, tellSilent } from './tell-applicants.ts';

export const inbox: Subject<InboxTasks> = {
  functions: {
    'applications-file': applicationsFile,
    'message-applicant': messageApplicant,
  },
  tasks: {
    'tell-closed': { lane: 'background', run: ({ database }) => tellClosed(database) },
    'settle-applications': { lane: 'background', run: settleApplications },
    'remove-posting': { lane: 'background', run: removePosting },
    'tell-silent': { lane: 'background', run: ({ database }) => tellSilent(database) },
    'application-digests': {
      lane: 'background',
      run: ({ database }) => askForDigests(database),
    },
    'recruiter-mail': { lane: 'mail', run: sendRecruiterMail },
  },
  timetable: [
    '*/15 * * * * tell-closed',
    '37 * * * * tell-silent ?fill=1h',
    '2 * * * * application-digests',
  ],
};
