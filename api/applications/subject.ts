import type { Subject } from '../subject.ts';
import { applicationByLink } from './application-by-link.ts';
import { sendApplicationMail, sendConfirmation, sendEnded } from './application-mails.ts';
import { applyAsGuest } from './apply-as-guest.ts';
import { applyForJob } from './apply-for-job.ts';
import { keepOwnResume } from './keep-own-resume.ts';
import { sendLeaving } from './leaving-mail.ts';
import type { ApplicationTasks } from './tasks.ts';

export const applications: Subject<ApplicationTasks> = {
  functions: {
    'application-by-link': applicationByLink,
    'apply-as-guest': applyAsGuest,
    'apply-for-job': applyForJob,
    'keep-resume': keepOwnResume,
  },
  tasks: {
    'application-mail': { lane: 'mail', run: sendApplicationMail },
    'application-confirm': { lane: 'urgent', run: sendConfirmation },
    'application-ended': { lane: 'mail', run: sendEnded },
    'application-leaving': { lane: 'mail', run: sendLeaving },
    'application-leaving-to': { lane: 'mail', run: sendLeaving },
    'clean-applications': {
      lane: 'background',
      run: ({ database }) =>
        database.asService.query({ text: 'select private.clean_applications()' }),
    },
  },
  timetable: ['17 * * * * clean-applications ?fill=1h'],
};
