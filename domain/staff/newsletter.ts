import * as z from 'zod/mini';
import { visibleText } from '../text/visible-text.ts';

export type NewsletterState = 'draft' | 'sending' | 'stopped' | 'sent';

export type NewsletterRow = {
  id: string;
  subject: string;
  state: NewsletterState;
  changed_at: string;
  /** Sent with `npm run newsletter`: its text is not stored here. */
  is_by_command: boolean;
};

export type NewsletterProgress = {
  state: NewsletterState;
  /** People who confirmed their address and have not unsubscribed. */
  receivers: number;
  sent: number;
  refused: number;
  waiting: number;
};

export type Newsletter = {
  id: string;
  subject: string;
  text: string;
  version: number;
  progress: NewsletterProgress;
  /** Why it cannot be sent. */
  trouble: string | null;
};

/** US law (CAN-SPAM) requires it in every such email. */
export const noPostalAddress =
  'A newsletter needs the postal address of the company under it: the law of the United States asks for it. An owner writes it under Words, Company.';

export const newsletterSchema = z.object({
  subject: visibleText({
    ...{ name: 'The subject', least: 3, most: 150 },
    tooShort: 'Give it a subject of at least 3 characters',
  }).check(z.regex(/^[^\r\n]*$/, 'A subject is one line')),
  text: visibleText({
    ...{ name: 'The newsletter', least: 1, most: 100_000 },
    tooShort: 'Write something first',
  }),
});
