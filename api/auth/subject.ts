import type { Subject } from '../subject.ts';
import { cleanAuth } from './clean-auth.ts';
import { sendPhoneCode } from './factors/phone-code.ts';
import { sendLetter } from './letters/send-letter.ts';
import { sendNotice } from './letters/send-notice.ts';
import type { AuthTasks } from './tasks.ts';

export const auth: Subject<AuthTasks> = {
  functions: {},
  tasks: {
    'auth-letter': { lane: 'urgent', run: sendLetter },
    'auth-notice': { lane: 'urgent', run: sendNotice },
    'auth-sms': { lane: 'urgent', run: sendPhoneCode },
    'clean-auth': { lane: 'background', run: ({ database }) => cleanAuth(database) },
  },
  timetable: ['*/10 * * * * clean-auth'],
};
