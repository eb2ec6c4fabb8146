import type { Subject } from '../subject.ts';
import { sendMessageMail } from './message-mail.ts';
import { replyToMessage } from './reply-to-message.ts';
import { sendCandidateMessage } from './send-candidate-message.ts';
import type { MessageTasks } from './tasks.ts';

export const messages: Subject<MessageTasks> = {
  functions: {
    'reply-to-message': replyToMessage,
    'send-candidate-message': sendCandidateMessage,
  },
  tasks: {
    'message-mail': { lane: 'mail', run: sendMessageMail },
  },
  timetable: [],
};
