import type { Subject } from '../subject.ts';
import { forgetMessages, type RealtimeTasks } from './tasks.ts';

export const realtime: Subject<RealtimeTasks> = {
  functions: {},
  tasks: { 'forget-realtime-messages': { lane: 'background', run: forgetMessages } },
  timetable: ['41 * * * * forget-realtime-messages'],
};
