import type { Subject } from '../subject.ts';
import { cleanNewsletter, sendNewsletterMail } from './newsletter.ts';
import { fillQueue, sendEdition, sendTrial } from './newsletter-editions.ts';
import type { NewsletterTasks } from './tasks.ts';

export const newsletter: Subject<NewsletterTasks> = {
  functions: {},
  tasks: {
    'newsletter-mail': { lane: 'urgent', run: sendNewsletterMail },
    'newsletter-edition': { lane: 'bulk', run: sendEdition },
    'newsletter-begin': { lane: 'background', run: fillQueue },
    'newsletter-trial': { lane: 'mail', run: sendTrial },
    'clean-newsletter': { lane: 'background', run: ({ database }) => cleanNewsletter(database) },
  },
  timetable: ['17 * * * * clean-newsletter'],
};
